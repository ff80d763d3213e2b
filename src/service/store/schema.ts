/** The tables as Kysely sees them. JSON columns are text in both stores; times are ISO 8601 in UTC. */
import type { ColumnType, Generated, Insertable, Selectable } from "kysely";
import type {
  CALL_STATUSES,
  DELIVERY_STATUSES,
  OUTCOMES,
  RESULT_STATUSES,
  RUN_STATUSES,
} from "../../contract/values.ts";

export type Dialect = "sqlite" | "postgres";

/** Set when the row is made and never changed. */
type Fixed<T> = ColumnType<T, T, never>;

interface OrganizationTable {
  id: Fixed<string>;
  name: string;
  created_at: Fixed<string>;
}

interface ApiKeyTable {
  /** SHA-256 of the key, hexadecimal. The key itself is never stored. */
  hash: Fixed<string>;
  /** A name for the key where the key itself must not appear. */
  id: Fixed<string>;
  organization_id: Fixed<string>;
  name: Fixed<string | null>;
  /** Its first characters, for random keys only: those of a key that a person made might be all of it. */
  beginning: Fixed<string | null>;
  created_at: Fixed<string>;
  /** Since when it is refused. */
  revoked_at: string | null;
}

/** How often a key was used in one way on one day. */
interface KeyUseTable {
  /** YYYY-MM-DD in UTC. */
  day: Fixed<string>;
  /** Id of the key; empty if it is not in the store. */
  key_id: Fixed<string>;
  organization_id: Fixed<string>;
  address: Fixed<string>;
  operation: Fixed<string>;
  outcome: Fixed<string>;
  first_at: Fixed<string>;
  last_at: string;
  count: number;
}

interface AgentTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  /** JSON: the agent's fields without id, organization_id and created_at. */
  record: string;
  /** Numbers are never assigned twice, not even after the highest version was deleted. */
  next_prompt_version: Generated<number>;
  next_knowledge_base_version: Generated<number>;
  created_at: Fixed<string>;
}

interface CustomMetricTable {
  id: Fixed<string>;
  organization_id: Fixed<string>;
  /** JSON: the metric's fields without id, created_at and agent_ids. */
  record: string;
  created_at: Fixed<string>;
}

interface CustomMetricAgentTable {
  metric_id: string;
  agent_id: number;
}

interface CustomMetricTagTable {
  metric_id: string;
  tag: string;
}

interface SimulationTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  agent_id: number;
  name: string;
  description: string | null;
  max_concurrent: number | null;
  max_turns: number | null;
  opening_patience_ms: number | null;
  /** JSON: `Settings`. */
  settings: Generated<string>;
  /** JSON: fields that the contract does not know; null without any. */
  further: string | null;
  created_at: Fixed<string>;
}

interface DigitalHumanTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  /** JSON: the digital human's fields as answers show them, without id and created_at. Never `{}`. */
  record: string;
  /** JSON: the fields that only requests have, in rows of versions that did not show them; else null. */
  request_fields: string | null;
  /** The phone number while it is always-on active, else null: unique within the organization. */
  always_on_number: string | null;
  created_at: Fixed<string>;
}

interface SimulationDigitalHumanTable {
  simulation_id: number;
  digital_human_id: number;
}

/** A prompt version or a knowledge base version. */
interface VersionTable {
  id: Fixed<string>;
  agent_id: Fixed<number>;
  version: Fixed<number>;
  text: Fixed<string>;
  commit_message: string | null;
  /** JSON or null. */
  metadata: string | null;
  /** JSON: fields that the contract does not know; null without any. */
  further: string | null;
  created_at: Fixed<string>;
}

/** A label is on at most one version of each kind, because the version is a column of the label. */
interface LabelTable {
  id: Fixed<string>;
  agent_id: Fixed<number>;
  label_text: string;
  color: string | null;
  prompt_id: string | null;
  knowledge_base_id: string | null;
  /** JSON: fields that the contract does not know; null without any. */
  further: string | null;
  created_at: Fixed<string>;
}

interface CallTable {
  /** Also the order of arrival. */
  seq: Generated<number>;
  id: Fixed<string>;
  organization_id: Fixed<string>;
  agent_id: Fixed<number>;
  status: (typeof CALL_STATUSES)[number];
  start_time_utc: Fixed<string>;
  prompt_version: number | null;
  knowledge_base_version: number | null;
  /** JSON: see `SubmissionHead`; null in rows older than the column. */
  submission_head: Fixed<string | null>;
  /** JSON { media_type, bytes, sha256 } or null. */
  recording: string | null;
  /** Key of the blob with the recording's bytes. */
  recording_key: string | null;
  /** JSON, null until it is evaluated. */
  evaluation: string | null;
  created_at: Fixed<string>;
  /** Unique in the organization. */
  idempotency_key: Fixed<string | null>;
  /** How often the submission was changed; an evaluation of an older one is made again. */
  revision: Generated<number>;
}

/** The tags of calls, each once. */
interface CallTagTable {
  call_id: Fixed<string>;
  tag: Fixed<string>;
}

/** What is kept of a span that an agent exported. */
interface TraceSpanTable {
  organization_id: Fixed<string>;
  trace_id: Fixed<string>;
  span_id: Fixed<string>;
  /** JSON: `KeptSpan`. */
  record: string;
  created_at: Fixed<string>;
}

/** In a table of its own: SQLite writes a changed row as a whole. */
interface CallSubmissionTable {
  call_id: Fixed<string>;
  /** JSON: the request without the recording's bytes. */
  submission: string;
}

interface SimulationRunTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  simulation_id: Fixed<number>;
  agent_id: Fixed<number>;
  prompt_id: string | null;
  knowledge_base_id: string | null;
  /** The simulation's value when the run was queued. */
  max_concurrent: Fixed<number | null>;
  max_turns: Fixed<number | null>;
  /** JSON: the simulation's `Settings` when the run was queued. */
  settings: ColumnType<string, string | undefined, never>;
  status: (typeof RUN_STATUSES)[number];
  summary: string;
  tests_passed: number;
  tests_failed: number;
  total_tests: number;
  tests_completed: number;
  tests_incompleted: number;
  curr_step_id: number;
  phone_number: string;
  created_at: Fixed<string>;
  /** JSON: how the agent is called (`LineRequest`); null for a text run. */
  line: Fixed<string | null>;
}

/** A digital human as it was when the run was queued; later changes apply to the next run. */
interface SimulationRunDigitalHumanTable {
  simulation_run_id: Fixed<number>;
  digital_human_id: Fixed<number>;
  record: Fixed<string>;
  /** JSON: the record as the engine has read it. */
  caller: Fixed<string>;
}

interface SimulationResultTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  simulation_run_id: Fixed<number>;
  simulation_id: Fixed<number>;
  agent_id: Fixed<number>;
  digital_human_id: Fixed<number>;
  /** Which of the digital human's conversations in the run it is, from 1. */
  repetition: Fixed<number>;
  /** Which call of the digital human's journey it is, from 1; null without a journey. */
  journey_step: Fixed<number | null>;
  seed: Fixed<string>;
  status: (typeof RESULT_STATUSES)[number];
  /** The conversation does not begin before this time. */
  opens_at: string;
  started_at: string | null;
  end_reason: string | null;
  ended_at: string | null;
  /** JSON: what the digital human knows at the end. */
  report: string | null;
  outcome: (typeof OUTCOMES)[number] | null;
  outcome_reason: string | null;
  /** JSON: what decided the outcome; null if nothing did. */
  criteria: string | null;
  /** JSON, null until it is evaluated. */
  evaluation: string | null;
  /** How often its `result_update` was changed; an evaluation of an older one is made again. */
  revision: Generated<number>;
  created_at: Fixed<string>;
}

/** What the agent's side has told of a conversation. */
interface ResultUpdateTable {
  simulation_result_id: Fixed<number>;
  /** JSON: `ResultUpdateFields`. */
  fields: string;
}

/** The state of the digital human in a conversation that has begun. */
interface CallerStateTable {
  simulation_result_id: Fixed<number>;
  /** JSON. */
  state: string;
  /** 1 while a model is being asked for the digital human's answer. */
  asking: number;
}

/** What the digital human reacted to and what it did: enough to play the conversation again. */
interface CallerTurnTable {
  id: Generated<number>;
  simulation_result_id: Fixed<number>;
  event: Fixed<"open" | "message" | "unheard" | "silence">;
  /** What the agent said, if it is a message. */
  heard: Fixed<string | null>;
  /** JSON: the model's answer, if one was asked. */
  reply: Fixed<string | null>;
  /** JSON: what a model has said that the message means, if one was asked. */
  situation: Fixed<string | null>;
  /** Milliseconds since the conversation began. */
  at_ms: Fixed<number>;
  /** JSON. */
  action: Fixed<string>;
}

/** A call of a voice run, from the moment of dialling. */
interface VoiceCallTable {
  simulation_result_id: Fixed<number>;
  /** How often it was dialled, over all processes. */
  attempts: number;
  /** 1 once anybody has said anything: the call is then not made again. */
  spoken: number;
  /** JSON: { media_type, bytes, sha256 }; null without a recording. */
  recording: string | null;
  /** Key of the blob with the recording's bytes. */
  recording_key: string | null;
  /** JSON: `CallLog`; null until the call is over. */
  log: string | null;
}

interface ConversationEntryTable {
  id: Generated<number>;
  simulation_result_id: Fixed<number>;
  role: Fixed<string>;
  message: Fixed<string>;
  message_id: Fixed<string | null>;
  /** Milliseconds since the conversation began. */
  start_offset_ms: Fixed<number>;
  /** 1 while the message is waiting for the end of its turn. */
  stacked: number;
}

interface LoggedToolCallTable {
  id: Generated<number>;
  simulation_result_id: Fixed<number>;
  name: Fixed<string>;
  /** JSON or null. */
  parameters: Fixed<string | null>;
  output: Fixed<string>;
  start_offset_ms: Fixed<number>;
  /** Id of the last message that was there, 0 if there was none; null in rows older than the column. */
  after_entry: Fixed<number | null>;
}

/** The answer to a message_id, so that a repeated request gets the same answer. */
interface AnsweredMessageTable {
  simulation_result_id: Fixed<number>;
  message_id: Fixed<string>;
  answer: string;
}

interface WorkflowTable {
  id: Fixed<string>;
  organization_id: Fixed<string>;
  agent_id: number;
  name: string;
  /** JSON: the nodes and edges. */
  graph: string;
  /** JSON: fields that the contract does not know; null without any. */
  further: string | null;
  created_at: Fixed<string>;
}

interface WebhookTable {
  id: Fixed<string>;
  organization_id: Fixed<string>;
  tag: string | null;
  url: string;
  /** JSON: string[]. */
  events: string;
  secret: string;
  /** JSON: fields that the contract does not know; null without any. */
  further: string | null;
  created_at: Fixed<string>;
}

/** Work that was promised and is not done yet. */
interface JobTable {
  id: Generated<number>;
  kind: Fixed<string>;
  /** JSON. */
  payload: Fixed<string>;
  due_at: string;
  attempts: number;
  /** When it was added. */
  added_at: Fixed<string | null>;
  /** The trace that it belongs to, in W3C Trace Context format. */
  traceparent: Fixed<string | null>;
  /** Number of the process that works on it, if several share the store; the job is free if that process is gone. */
  worker: number | null;
  /** Attempts that began and have not ended: the current one, and those in which a process died. */
  unfinished: Generated<number>;
  /** Since when nobody works on it any more, because it was running too often when a process died. */
  set_aside_at: string | null;
}

/** A message to a webhook or to an agent, and its status. */
interface WebhookDeliveryTable {
  /** Sent in `WEBHOOK_HEADERS.delivery`; the same for all attempts. */
  id: Fixed<string>;
  organization_id: Fixed<string>;
  event: Fixed<string>;
  /** The registered webhook that it goes to, or null when it goes to an agent. */
  webhook_id: Fixed<string | null>;
  agent_id: Fixed<number | null>;
  /** Where it goes if neither a webhook nor an agent says so: a notification channel of an alert. */
  target_url: Fixed<string | null>;
  /** The conversation that a message to an agent belongs to. */
  simulation_result_id: Fixed<number | null>;
  /** The bytes that are signed and sent. */
  body: Fixed<string>;
  status: (typeof DELIVERY_STATUSES)[number];
  attempts: number;
  /** Where the last attempt went. */
  url: string | null;
  response_status: number | null;
  /** Why the last attempt failed. */
  error: string | null;
  delivered_at: string | null;
  created_at: Fixed<string>;
}

/** A folder, a community, a persona or a trait. */
interface DocumentTable {
  id: Fixed<string>;
  organization_id: Fixed<string>;
  kind: Fixed<"folder" | "community" | "persona" | "trait">;
  /** The agent that it belongs to; it is deleted with it. */
  agent_id: Fixed<number | null>;
  /** JSON. */
  fields: string;
  created_at: Fixed<string>;
}

interface CommunityDigitalHumanTable {
  community_id: Fixed<string>;
  digital_human_id: Fixed<number>;
}

/** A label got a version, or lost it. */
interface LabelMoveTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  agent_id: Fixed<number>;
  kind: Fixed<"prompt" | "knowledge_base">;
  label: Fixed<string>;
  action: "label" | "unlabel" | "promote" | "rollback";
  previous_version: Fixed<number | null>;
  version: Fixed<number | null>;
  /** JSON: the proof that was required for the move; null if none was. */
  evidence: string | null;
  /** The key that moved it; it may have been revoked or deleted meanwhile. */
  key_id: Fixed<string>;
  created_at: Fixed<string>;
}

/** A simulation that runs at set times. */
interface ScheduleTable {
  id: Fixed<string>;
  organization_id: Fixed<string>;
  simulation_id: Fixed<number>;
  /** Five fields. */
  cron_expression: string;
  time_zone: string;
  /** Null while it is switched off. The job with this time runs it; others do nothing. */
  next_run_at: string | null;
  last_run_at: string | null;
  last_simulation_run_id: number | null;
  last_error: string | null;
  created_at: Fixed<string>;
}

/** Tells somebody when a measured value meets a condition too often. */
interface AlertTable {
  id: Fixed<string>;
  organization_id: Fixed<string>;
  /** JSON: the body that made it, with later changes. */
  record: string;
  in_alert: number;
  last_triggered_at: string | null;
  trigger_count: number;
  /** Id of the key. */
  created_by: Fixed<string | null>;
  created_at: Fixed<string>;
  updated_at: string | null;
}

/** A value that met an alert's condition; those that have left its interval are deleted with the next. */
interface AlertEventTable {
  alert_id: Fixed<string>;
  /** What was evaluated: `call <id>` or `result <id>`. */
  subject: Fixed<string>;
  value: Fixed<string>;
  at: Fixed<string>;
}

/** Answers of a language model, by the content of the request. */
interface ModelAnswerTable {
  /** SHA-256 of the request, hexadecimal. */
  key: Fixed<string>;
  /** JSON { text }. */
  answer: Fixed<string>;
  created_at: Fixed<string>;
}

/** A browser that is signed in to the console, or a link that signs one in. */
interface ConsoleSessionTable {
  /** SHA-256 of the secret, hexadecimal. The secret itself is never stored. */
  hash: Fixed<string>;
  kind: Fixed<"link" | "session">;
  organization_id: Fixed<string>;
  /** The key that it acts for; once that is revoked, it is worth nothing. */
  key_id: Fixed<string>;
  created_at: Fixed<string>;
  expires_at: Fixed<string>;
}

/** What a person says of a verdict. */
interface VerdictMarkTable {
  id: Generated<number>;
  organization_id: Fixed<string>;
  call_id: Fixed<string | null>;
  simulation_result_id: Fixed<number | null>;
  /** The verdict's name. */
  metric: Fixed<string>;
  /** 1 or 0. */
  is_right: number;
  reason: string | null;
  key_id: string;
  created_at: string;
}

/** The outline of a recording, made once. */
interface RecordingPeaksTable {
  call_id: Fixed<string>;
  /** The blob that it was made from. */
  recording_key: string;
  /** JSON. */
  peaks: string;
}

/** By which identity documents of configuration as code know an object. */
interface AsCodeIdentityTable {
  organization_id: Fixed<string>;
  kind: Fixed<string>;
  as_code_id: Fixed<string>;
  object_id: string;
}

export interface Database {
  organization: OrganizationTable;
  api_key: ApiKeyTable;
  key_use: KeyUseTable;
  agent: AgentTable;
  custom_metric: CustomMetricTable;
  custom_metric_agent: CustomMetricAgentTable;
  custom_metric_tag: CustomMetricTagTable;
  simulation: SimulationTable;
  digital_human: DigitalHumanTable;
  simulation_digital_human: SimulationDigitalHumanTable;
  prompt_version: VersionTable;
  knowledge_base_version: VersionTable;
  label: LabelTable;
  label_move: LabelMoveTable;
  call: CallTable;
  call_submission: CallSubmissionTable;
  call_tag: CallTagTable;
  trace_span: TraceSpanTable;
  simulation_run: SimulationRunTable;
  simulation_run_digital_human: SimulationRunDigitalHumanTable;
  simulation_result: SimulationResultTable;
  result_update: ResultUpdateTable;
  caller_state: CallerStateTable;
  caller_turn: CallerTurnTable;
  voice_call: VoiceCallTable;
  conversation_entry: ConversationEntryTable;
  logged_tool_call: LoggedToolCallTable;
  answered_message: AnsweredMessageTable;
  workflow: WorkflowTable;
  document: DocumentTable;
  community_digital_human: CommunityDigitalHumanTable;
  as_code_identity: AsCodeIdentityTable;
  webhook: WebhookTable;
  schedule: ScheduleTable;
  alert: AlertTable;
  alert_event: AlertEventTable;
  job: JobTable;
  webhook_delivery: WebhookDeliveryTable;
  model_answer: ModelAnswerTable;
  console_session: ConsoleSessionTable;
  verdict_mark: VerdictMarkTable;
  recording_peaks: RecordingPeaksTable;
}

export type Row<T extends keyof Database> = Selectable<Database[T]>;
export type NewRow<T extends keyof Database> = Insertable<Database[T]>;
