/** What an agent's own traces say about a call or a conversation. */
import type { Answer, Lenient, Query } from "../../../contract/types.ts";
import { counted } from "../../../engine/words/counted.ts";
import { duration } from "../../../engine/words/figures-in-words.ts";
import { Failure } from "../../../lib/failure.ts";
import { COMPONENT_NAMES } from "../../../results/component-names.ts";
import type { Context } from "../../context.ts";
import { sanitizeLine } from "../../terminal/sanitize.ts";

type Summary = Lenient<Answer<"get_trace_summary">>;

export interface Traced {
  readonly traces?: Summary | undefined;
}

/** Undefined if no spans have arrived, or if the service accepts none. */
export async function tracesOf(
  context: Context,
  query: Query<"get_trace_summary">,
): Promise<Summary | undefined> {
  const summary = await context.read("get_trace_summary", { query }).catch((error: unknown) => {
    if (error instanceof Failure && error.outcome === "not_found") return undefined;
    throw error;
  });
  return summary && summary.spans > 0 ? summary : undefined;
}

export function traceLines(summary: Summary | undefined): string[] {
  if (!summary) return [];
  const { latency, tool_calls, spans, warning } = summary;
  const lines = latency.map(({ component, spans: count, p50_ms, p95_ms, max_ms, first_p50_ms }) => {
    const first = first_p50_ms === null ? "" : `  first ${duration(first_p50_ms)}`;
    const name = (COMPONENT_NAMES[component] ?? component).padEnd(14);
    return `  ${name}  ${String(count).padStart(3)} ×  p50 ${duration(p50_ms)}  p95 ${duration(p95_ms)}  max ${duration(max_ms)}${first}`;
  });
  const tools = tool_calls.map(({ name, parameters, offset_ms, duration_ms }) => {
    const given = parameters === undefined ? "" : JSON.stringify(parameters);
    return sanitizeLine(`  ${duration(offset_ms)}  ${name}(${given})  ${duration(duration_ms)}`);
  });
  const more = warning ? [sanitizeLine(`  ${warning}`)] : [];
  return ["", `TRACES  ${counted(spans, "span")}`, ...lines, ...tools, ...more];
}
