import type { Database, Row } from "../store/schema.ts";

type KeyOf<T extends keyof Database> = {
  readonly [C in keyof Row<T>]?: Row<T>[C] extends number ? "number" : "text";
};

/**
 * Every table, each after those that its rows refer to, with the columns of its key. Rows are written in key order,
 * so that exporting a store twice gives the same bytes.
 */
export const KEYS = {
  organization: { id: "text" },
  api_key: { hash: "text" },
  key_use: { key_id: "text", day: "text", address: "text", operation: "text", outcome: "text" },
  agent: { id: "number" },
  custom_metric: { id: "text" },
  custom_metric_agent: { agent_id: "number", metric_id: "text" },
  custom_metric_tag: { tag: "text", metric_id: "text" },
  world: { id: "number" },
  simulation: { id: "number" },
  digital_human: { id: "number" },
  simulation_digital_human: { simulation_id: "number", digital_human_id: "number" },
  prompt_version: { id: "text" },
  knowledge_base_version: { id: "text" },
  prompt_policy: { prompt_id: "text" },
  label: { id: "text" },
  label_move: { id: "number" },
  call: { seq: "number" },
  call_submission: { call_id: "text" },
  call_tag: { tag: "text", call_id: "text" },
  trace_span: { organization_id: "text", trace_id: "text", span_id: "text" },
  simulation_run: { id: "number" },
  simulation_run_digital_human: { simulation_run_id: "number", digital_human_id: "number" },
  simulation_result: { id: "number" },
  state_reading: { simulation_result_id: "number" },
  voice_call: { simulation_result_id: "number" },
  result_update: { simulation_result_id: "number" },
  caller_state: { simulation_result_id: "number" },
  caller_turn: { id: "number" },
  conversation_entry: { id: "number" },
  logged_tool_call: { id: "number" },
  answered_message: { simulation_result_id: "number", message_id: "text" },
  workflow: { id: "text" },
  document: { id: "text" },
  agent_document: { document_id: "text", agent_id: "number" },
  community_digital_human: { community_id: "text", digital_human_id: "number" },
  as_code_identity: { organization_id: "text", kind: "text", as_code_id: "text" },
  webhook: { id: "text" },
  schedule: { id: "text" },
  alert: { id: "text" },
  alert_event: { alert_id: "text", subject: "text" },
  job: { id: "number" },
  webhook_delivery: { id: "text" },
  model_answer: { key: "text" },
  console_session: { hash: "text" },
  verdict_mark: { id: "number" },
  judge_certificate: {
    organization_id: "text",
    question_sha256: "text",
    model: "text",
    votes: "number",
    labels_sha256: "text",
  },
  recording_peaks: { call_id: "text" },
  lab_call: { lab_id: "text", call_id: "text" },
  lab_result: { lab_id: "text", simulation_result_id: "number" },
  lab_metric: { lab_id: "text", metric_id: "text" },
  lab_metric_revision: { id: "text" },
  lab_evaluation: { id: "text" },
} as const satisfies { readonly [T in keyof Database]: KeyOf<T> };

export type Table = keyof typeof KEYS;
export const TABLES = Object.keys(KEYS) as Table[];

/** Columns whose numbers the store assigns, each only once. */
export const SERIALS = {
  agent: "id",
  world: "id",
  simulation: "id",
  digital_human: "id",
  label_move: "id",
  call: "seq",
  simulation_run: "id",
  simulation_result: "id",
  caller_turn: "id",
  conversation_entry: "id",
  logged_tool_call: "id",
  job: "id",
  verdict_mark: "id",
} as const satisfies { readonly [T in Table]?: string };

export type SerialTable = keyof typeof SERIALS;
export const SERIAL_TABLES = Object.keys(SERIALS) as SerialTable[];
