import type { Output } from "../../contract/types.ts";
import type { Side as Speaker } from "../../contract/values.ts";
import type { Interval } from "./timing/interval.ts";

/** One line of a transcript. `AGENT` in any case is the agent; every other speaker is the user's side. */
export type TranscriptEntry = Loose<Output<"TranscriptEntryRequest">> & Arrived;
/** A call of a tool by the agent. */
export type ToolCall = Loose<Output<"ToolCall">> & Named & Arrived;
/** A call that a digital human expects; a value in `parameters` may be a matcher object. */
export type ExpectedToolCall = Loose<Output<"ExpectedToolCall">> & Named;
/** Something that happened during the call. */
export type ConversationEvent = Loose<Output<"CallEvent">>;

/** Every field may be missing. */
type Loose<T> = { [F in keyof T]?: T[F] | null };
type Named = { name: string };
interface Arrived {
  /** In a written conversation: the place among turns and calls in the order in which they arrived. */
  arrival?: number | undefined;
}

/** Everything the built-in metrics may read. What is absent is unknown, which differs from an empty list. */
export interface ConversationInput {
  transcript?: readonly TranscriptEntry[] | null;
  tool_calls?: readonly ToolCall[] | null;
  events?: readonly ConversationEvent[] | null;
  conversation_ended_by?: Speaker | null;
  /** A language tag; only its first part is read. */
  language?: string | null;
  expected_tool_calls?: readonly ExpectedToolCall[] | null;
  /** Names of the tools that change something, and of those that only read. See `effectfulRule` for what is guessed. */
  effectful_tools?: readonly string[] | null;
  read_only_tools?: readonly string[] | null;
  /** What was really said, in order, without speaker labels. */
  reference_transcript?: string | null;
  /** Speech found by voice activity detection; when given, the timing panel is computed from it. */
  segments?: { agent: readonly Interval[]; user: readonly Interval[] } | null;
  /** Why there are no `segments`, where a recording should have given them: the reason of what needs times. */
  segments_missing?: "noisy_recording" | null;
  /** Where the call ends, if known, as from a recording: speech that lasts until then was not stopped by its speaker. */
  call_end_ms?: number | null;
}

/** The two sides of a conversation. */
export type Side = "agent" | "user";

/** The side of a `speaker` value, or null when there is none. */
export function sideOf(speaker: string | null | undefined): Side | null {
  if (speaker === undefined || speaker === null || speaker === "") return null;
  return speaker === "AGENT" || (speaker.length === 5 && speaker.toUpperCase() === "AGENT")
    ? "agent"
    : "user";
}
