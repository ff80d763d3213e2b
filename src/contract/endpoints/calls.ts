/** Operations beyond the specification on evaluated calls. */
import { CALL_PERIODS } from "../values.ts";
import { agent_id, type Endpoint, page } from "./row.ts";

export const calls = {
  get_call_log: {
    method: "GET",
    path: "/v1/retrieve-call-log/{call_id}",
    tier: "hosted",
    summary: "Show a submitted call and its evaluation",
    params: { call_id: { type: "string" } },
    answer: "SingleCallLog",
    errors: [404],
    repeat: "safe",
  },
  list_call_logs: {
    method: "GET",
    path: "/v1/retrieve-call-logs/{agent_id}",
    tier: "hosted",
    summary: "List the submitted calls of an agent, newest first",
    params: { agent_id },
    query: {
      ...page,
      label: { type: "string", optional: true },
      last: { type: "string", enum: CALL_PERIODS, optional: true },
    },
    answer: "CallLogPage",
    list: "call_logs",
    errors: [404],
    repeat: "safe",
  },
  rerun_evaluation: {
    method: "POST",
    path: "/v1/evaluate/{call_id}/rerun",
    tier: "own",
    summary: "Evaluate a submitted call again, with the current metrics",
    deprecated: "POST /v1/re-evaluate/{call_id}",
    params: { call_id: { type: "string" } },
    answer: "EvaluateAnswer",
    errors: [404, 409],
    repeat: "once",
  },
} as const satisfies Record<string, Endpoint>;
