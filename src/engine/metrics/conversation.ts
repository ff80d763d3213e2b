import type { Interval } from "./timing/interval.ts";

/** One line of a transcript (`TranscriptEntryRequest` of E2). Offsets are milliseconds from the start of the call. */
export interface TranscriptEntry {
  start_offset_ms?: number | null;
  end_offset_ms?: number | null;
  /** `AGENT` in any case is the agent; every other value is the user's side. */
  speaker?: string | null;
  utterance?: string | null;
  filler_utterance?: boolean | null;
  /** See `ToolCall.arrival`. */
  arrival?: number | undefined;
}

/** A call of a tool by the agent (`ToolCall` of E2). */
export interface ToolCall {
  name: string;
  start_offset_ms?: number | null;
  description?: string | null;
  parameters?: Record<string, unknown> | null;
  output?: unknown;
  /** In a written conversation: the place among turns and calls in the order in which they arrived. */
  arrival?: number | undefined;
}

/** A call that a digital human expects (`ExpectedToolCall`); a value in `parameters` may be a matcher object. */
export interface ExpectedToolCall {
  name: string;
  parameters?: Record<string, unknown> | null;
  output?: unknown;
}

/** Something that happened during the call (`Event` of E2). */
export interface ConversationEvent {
  title?: string | null;
  start_offset_ms?: number | null;
  end_offset_ms?: number | null;
  description?: string | null;
  tags?: readonly string[] | null;
  metadata?: Record<string, unknown> | null;
}

/** Everything the built-in metrics may read. What is absent is unknown, which differs from an empty list. */
export interface ConversationInput {
  transcript?: readonly TranscriptEntry[] | null;
  tool_calls?: readonly ToolCall[] | null;
  events?: readonly ConversationEvent[] | null;
  conversation_ended_by?: "AGENT" | "USER" | null;
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
