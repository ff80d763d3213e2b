import { inOrder } from "../../../engine/transcript/in-order.ts";
import { happenedIn } from "../../../results/agent-events.ts";
import type { Call, Span } from "./call.ts";

/** The fields of a call that contain its speech. */
export type Spoken = Partial<Pick<Call, "transcript" | "tool_calls" | "events" | "evaluation">>;

/** Something in a call: what was said, a tool that was called, or what else was reported. */
export interface Happening {
  readonly kind: "AGENT" | "USER" | "tool" | "event";
  readonly text: string;
  /** Null if the time is unknown. */
  readonly start_ms: number | null;
  readonly end_ms: number | null;
}

const offset = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : null);
const objects = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];

/** Turns, tool calls and events, in order. */
export function happeningsOf({ transcript, tool_calls, events, evaluation }: Spoken): Happening[] {
  const said = objects(evaluation?.transcript ?? transcript).map(
    ({ speaker, utterance, start_offset_ms, end_offset_ms }): Happening => ({
      kind: String(speaker).toUpperCase() === "AGENT" ? "AGENT" : "USER",
      text: String(utterance ?? ""),
      start_ms: offset(start_offset_ms),
      end_ms: offset(end_offset_ms),
    }),
  );
  const called = objects(tool_calls).map(({ name, parameters, start_offset_ms }): Happening => {
    const start_ms = offset(start_offset_ms);
    const given = parameters ? JSON.stringify(parameters) : "";
    return { kind: "tool", text: `${name ?? "unknown tool"}(${given})`, start_ms, end_ms: start_ms };
  });
  const reported = happenedIn(events).map(
    ({ text, at_ms }): Happening => ({ kind: "event", text, start_ms: at_ms, end_ms: at_ms }),
  );
  const placed = (happening: Happening) => ({
    happening,
    at_ms: happening.start_ms,
    isAgent: happening.kind === "AGENT",
  });
  return inOrder(said.map(placed), [...called, ...reported].map(placed)).map(({ happening }) => happening);
}

/** When each side speaks: from the recording if its channels are known, or else from the transcript. */
export function speechOf(call: Spoken, happenings: readonly Happening[]): Record<"AGENT" | "USER", Span[]> {
  const { recording, timing_from } = call.evaluation ?? {};
  if (timing_from === "recording" && recording?.status === "EVALUATED" && "channels" in recording) {
    const agent = recording.assignment?.agent_channel ?? 0;
    const heard = (channel: number) =>
      recording.channels[channel]?.estimate.voice_activity.segments.map((span) => ({ ...span })) ?? [];
    return { AGENT: heard(agent), USER: heard(1 - agent) };
  }
  const spoken = (side: "AGENT" | "USER") =>
    happenings.flatMap(({ kind, start_ms, end_ms }) =>
      kind === side && start_ms !== null && end_ms !== null ? [{ start_ms, end_ms }] : [],
    );
  return { AGENT: spoken("AGENT"), USER: spoken("USER") };
}
