/**
 * What belongs to a conversation or a call but is not in its own answer: who called, the waveform of its
 * recording, and its traces.
 */
import { fieldsOf } from "../contract/is-object.ts";
import { callerIn } from "./caller.ts";
import { listOf, numberOf, textOf, textsOf } from "./read.ts";
import type { Peaks, Talk, Traces } from "./talk.ts";

/** Asks the service. Undefined if it has nothing. */
export type AskRelated = (
  operation: "get_recording_peaks" | "get_result_recording_peaks" | "get_trace_summary" | "get_digital_human",
  id:
    | { readonly call_id: string }
    | { readonly simulation_result_id: string }
    | { readonly digital_human_id: string },
) => Promise<unknown>;

export async function withRelated(talk: Talk, ask: AskRelated): Promise<Talk> {
  const isCall = talk.kind === "call";
  const id = isCall ? { call_id: talk.id } : { simulation_result_id: talk.id };
  const { digital_human_id } = talk;
  const [outline, summary, human] = await Promise.all([
    talk.audio ? ask(isCall ? "get_recording_peaks" : "get_result_recording_peaks", id) : undefined,
    talk.is_traced ? ask("get_trace_summary", id) : undefined,
    digital_human_id === null ? undefined : ask("get_digital_human", { digital_human_id }),
  ]);
  const peaks = peaksIn(outline);
  return {
    ...talk,
    audio: talk.audio && peaks ? { ...talk.audio, peaks } : talk.audio,
    traces: tracesIn(summary),
    caller: callerIn(human) ?? null,
  };
}

function peaksIn(answer: unknown): Peaks | undefined {
  const { bucket_ms, channels } = fieldsOf(answer);
  return typeof bucket_ms === "number" && Array.isArray(channels)
    ? { bucket_ms, channels: channels as Peaks["channels"] }
    : undefined;
}

/** Null if no spans have arrived. */
function tracesIn(answer: unknown): Traces | null {
  const { trace_ids, spans, latency, tool_calls } = fieldsOf(answer);
  const number = numberOf(spans) ?? 0;
  if (number === 0) return null;
  return {
    trace_ids: textsOf(trace_ids),
    spans: number,
    latency: listOf(latency).map((row) => ({
      component: textOf(row["component"]) ?? "",
      spans: numberOf(row["spans"]) ?? 0,
      p50_ms: numberOf(row["p50_ms"]) ?? 0,
      p95_ms: numberOf(row["p95_ms"]) ?? 0,
      max_ms: numberOf(row["max_ms"]) ?? 0,
      first_p50_ms: numberOf(row["first_p50_ms"]),
    })),
    tool_calls: listOf(tool_calls).map((call) => ({
      name: textOf(call["name"]) ?? "tool",
      parameters: call["parameters"],
      output: call["output"],
      offset_ms: numberOf(call["offset_ms"]) ?? 0,
      duration_ms: numberOf(call["duration_ms"]) ?? 0,
    })),
  };
}
