/** Spans that agents export, linked to calls and conversations. */
import type { Endpoint } from "./row.ts";

export const traces = {
  export_traces: {
    method: "POST",
    path: "/v1/traces",
    tier: "own",
    summary: "Receive spans of an agent, as OpenTelemetry exports them (OTLP/HTTP)",
    body: "OtlpTraces",
    otlp: true,
    answer: "OtlpAnswer",
    errors: [400],
    repeat: "safe",
  },
  get_trace_summary: {
    method: "GET",
    path: "/v1/traces",
    tier: "hosted",
    summary:
      "Show the latency of each component and the tool calls in the traces of a call or a conversation",
    query: {
      call_id: { type: "string", optional: true },
      simulation_result_id: { type: "string", optional: true },
      trace_id: { type: "string", optional: true },
    },
    answer: "TraceSummary",
    errors: [400, 404],
    repeat: "safe",
  },
} as const satisfies Record<string, Endpoint>;
