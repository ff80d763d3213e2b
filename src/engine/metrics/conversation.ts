import type { Output } from "../../contract/types.ts";
import type { Side as Speaker } from "../../contract/values.ts";
import type { ConversationWorld } from "../world/state.ts";
import type { ChannelDefects } from "./audio/defects.ts";
import type { HeardFact } from "./heard/heard-fact.ts";
import type { Interval } from "./timing/interval.ts";

/** One line of a transcript. `AGENT` in any case is the agent. Every other speaker is on the user's side. */
export type TranscriptEntry = Loose<Output<"TranscriptEntryRequest">> & Arrived;
/** A tool call of the agent. */
export type ToolCall = Loose<Output<"ToolCall">> & Named & Arrived;
/** A call that a digital human expects. A value in `parameters` may be a matcher object. */
export type ExpectedToolCall = Loose<Output<"ExpectedToolCall">> & Named;
/** Something that happened during the call. */
export type ConversationEvent = Loose<Output<"CallEvent">>;

/** Every field may be missing. */
type Loose<T> = { [F in keyof T]?: T[F] | null };
type Named = { name: string };
interface Arrived {
  /** In a written conversation: the position among turns and calls, in the order in which they arrived. */
  arrival?: number | undefined;
}

/**
 * Everything that built-in metrics may read. Absent means unknown, which is not the same as an empty list.
 */
export interface ConversationInput {
  transcript?: readonly TranscriptEntry[] | null;
  tool_calls?: readonly ToolCall[] | null;
  /** Nothing shows that the agent reports its tool calls, so it may have made some although none is on record. */
  tool_calls_uncertain?: boolean;
  events?: readonly ConversationEvent[] | null;
  conversation_ended_by?: Speaker | null;
  /** A language tag. Only its first part is used. */
  language?: string | null;
  expected_tool_calls?: readonly ExpectedToolCall[] | null;
  /**
   * The names of tools that change something, and of tools that only read. `effectfulRule` guesses about the
   * others.
   */
  effectful_tools?: readonly string[] | null;
  read_only_tools?: readonly string[] | null;
  /** The world that the agent's tools belong to. */
  world?: ConversationWorld | null;
  /** Why the state of the agent's own system could not be read. */
  state_unread?: string | null;
  /** What was really said, in order and without speaker labels. */
  reference_transcript?: string | null;
  /** Speech found by voice activity detection. If present, the timing panel is computed from it. */
  segments?: { agent: readonly Interval[]; user: readonly Interval[] } | null;
  /**
   * Why there are no `segments` although there is a recording. Metrics that need times give this as their
   * reason.
   */
  segments_missing?: "noisy_recording" | null;
  /** What is wrong with the sound of each side, if the recording has a channel for each. */
  sound?: Readonly<Record<Side, ChannelSound>> | null;
  /** Why there is no `sound` although there is a recording. */
  sound_missing?: "unassigned_channels" | null;
  /** What became of the facts of the caller, if they are known. */
  heard?: readonly HeardFact[] | null;
  /** Why there is no `heard` although the facts are known. */
  heard_missing?: "unsupported_language" | null;
  /**
   * When the call ends, if known, for example from a recording. Speech that lasts until then was not ended by
   * its speaker.
   */
  call_end_ms?: number | null;
  /** How long the call took, as its platform states it. */
  stated_duration_ms?: number | null;
}

/** The sound of a channel. */
export interface ChannelSound extends ChannelDefects {
  snr_db: number | null;
}

/** The two sides of a conversation. */
export type Side = "agent" | "user";

/** The side of a `speaker` value, or null if it is empty. */
export function sideOf(speaker: string | null | undefined): Side | null {
  if (speaker === undefined || speaker === null || speaker === "") return null;
  return speaker === "AGENT" || (speaker.length === 5 && speaker.toUpperCase() === "AGENT")
    ? "agent"
    : "user";
}
