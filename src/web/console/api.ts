/**
 * The service's API for the console: the same operations as the command line's, with a cookie instead of a
 * key.
 */
import type { Endpoints, Operation } from "../../contract/endpoints.ts";

/** The operations that the console uses. A path that is not in the contract does not compile. */
const PATHS = {
  list_agents: "/v1/all-agents",
  get_agent: "/v1/agents/{agent_id}",
  list_simulations: "/v1/get-all-simulations",
  get_simulation: "/v1/simulation/{simulation_id}",
  list_simulation_runs: "/v1/get-simulation-runs/{simulation_id}",
  list_simulation_results: "/v1/retrieve-simulation-results/{simulation_run_id}",
  get_simulation_result: "/v1/retrieve-simulation-result/{simulation_result_id}",
  list_digital_humans: "/v1/digital-humans-by-simulation/{simulation_id}",
  get_digital_human: "/v1/digital-human/{digital_human_id}",
  queue_http_text_simulation_run: "/v1/queue-http-text-simulation-run",
  queue_simulation_run: "/v1/queue-simulation-run",
  list_schedules: "/v1/schedules",
  create_schedule: "/v1/create-schedule",
  update_schedule: "/v1/update-schedule/{schedule_id}",
  list_all_call_logs: "/v1/retrieve-call-logs",
  get_call_log: "/v1/retrieve-call-log/{call_id}",
  get_recording_peaks: "/v1/retrieve-recording-peaks/{call_id}",
  get_result_recording_peaks: "/v1/simulation-result-recording-peaks/{simulation_result_id}",
  get_trace_summary: "/v1/traces",
  get_prompt: "/v1/agents/{agent_id}/prompts/{prompt_id}",
  get_knowledge_base: "/v1/agents/{agent_id}/knowledge-bases/{kb_id}",
  list_prompt_policies: "/v1/agents/{agent_id}/prompts/versions/{version}/policies",
  list_prompt_versions: "/v1/agents/{agent_id}/prompts/versions",
  list_knowledge_base_versions: "/v1/agents/{agent_id}/knowledge-bases/versions",
  list_label_moves: "/v1/agents/{agent_id}/label-moves",
  list_said: "/v1/said",
  list_verdict_marks: "/v1/verdict-marks",
  mark_verdict: "/v1/verdict-marks",
  list_judge_certificates: "/v1/judge-certificates",
  list_review_queue: "/v1/review-queue",
  list_custom_metrics: "/v1/custom-metrics",
  send_http_text_message: "/v1/send-http-text-message",
  test_agent: "/v1/agents/{agent_id}/test-message",
  test_agent_connection: "/v1/agents/{agent_id}/test-connection",
} as const satisfies { readonly [K in Operation]?: Endpoints[K]["path"] };

type Used = keyof typeof PATHS;
type Query = Readonly<Record<string, string | number | undefined>>;

/** The service refused, or could not be reached. */
export class ServiceError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Whether a text from an address can be an id. Browsers resolve `..` in a path, so an unchecked text could
 * lead to another operation.
 */
export const isId = (text: string): boolean => /^[\w-][\w.:-]{0,199}$/.test(text);

/** Sends a GET. @param query path parameters and the query */
export async function read(operation: Used, query: Query = {}): Promise<unknown> {
  const [path, rest] = fill(operation, query);
  const asked = new URLSearchParams(
    Object.entries(rest).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  ).toString();
  return ask(asked ? `${path}?${asked}` : path);
}

/** Sends a body. */
export const send = async (operation: Used, params: Query, body: unknown): Promise<unknown> =>
  ask(fill(operation, params)[0], {
    method: operation === "update_schedule" ? "PUT" : "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

function fill(operation: Used, query: Query): [string, Query] {
  const rest = { ...query };
  const path = PATHS[operation].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    if (!isId(String(value))) throw new ServiceError(400, `not a valid id: ${String(value)}`);
    return encodeURIComponent(String(value));
  });
  return [path, rest];
}

export async function ask(path: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(path, init).catch(() => {
    throw new ServiceError(0, "The service does not answer. Is `parley serve` still running?");
  });
  const text = await response.text();
  if (!response.ok) throw new ServiceError(response.status, detailIn(text) ?? `status ${response.status}`);
  return text === "" ? undefined : JSON.parse(text);
}

function detailIn(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text);
    if (typeof detail === "string") return detail;
    const [first] = detail as { loc?: string[]; msg?: string }[];
    return first?.msg && `${first.loc?.join(".") ?? ""}: ${first.msg}`;
  } catch {
    return undefined;
  }
}
