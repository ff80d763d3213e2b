import type { Side } from "../metrics/conversation.ts";
import { type Interval, intersection, totalLength } from "../metrics/timing/interval.ts";

/** The speech of both sides; disjoint and sorted. */
export type SpeechBySide = Readonly<Record<Side, readonly Interval[]>>;

/**
 * Which channel is the agent's. `overlap_ms` is how much of the channels' speech the transcript gives to the side that
 * they are assigned to, `other_overlap_ms` the same with the channels swapped.
 */
export type ChannelAssignment = OverlapAssignment | OrderAssignment;

/** By the transcript. */
type OverlapAssignment = { by: "transcript"; overlap_ms: number; other_overlap_ms: number } & (
  | { status: "assigned"; agent_channel: 0 | 1 }
  | { status: "refused"; reason: "not_two_channels" | "no_overlap" | "ambiguous" }
);

/** By who spoke first. */
type OrderAssignment = { by: "spoke_first" } & (
  | { status: "assigned"; agent_channel: 0 | 1 }
  | { status: "refused"; reason: "not_two_channels" | "no_speech" | "ambiguous" }
);

/** Whoever spoke first did so by this many ms. */
const MIN_HEAD_START_MS = 200;

/** The better assignment must lead by this share of its own overlap. */
const MIN_LEAD = 0.2;

function commonLength(left: readonly Interval[], right: readonly Interval[]): number {
  return totalLength(intersection(left, right));
}

/**
 * Assigns the two channels of a recording to the sides, by the larger overlap of their speech with the transcript.
 * Refused when neither assignment overlaps, and as ambiguous when the larger overlap leads by less than a fifth of
 * itself: so with a mono recording copied to both channels.
 */
export function assignChannels(
  channels: readonly (readonly Interval[])[],
  transcript: SpeechBySide,
): OverlapAssignment {
  const by = "transcript";
  const [left, right] = channels;
  if (!left || !right || channels.length !== 2) {
    return { status: "refused", by, reason: "not_two_channels", overlap_ms: 0, other_overlap_ms: 0 };
  }
  const agentLeft = commonLength(left, transcript.agent) + commonLength(right, transcript.user);
  const agentRight = commonLength(right, transcript.agent) + commonLength(left, transcript.user);
  const overlap_ms = Math.max(agentLeft, agentRight);
  const other_overlap_ms = Math.min(agentLeft, agentRight);
  if (overlap_ms === 0) return { status: "refused", by, reason: "no_overlap", overlap_ms, other_overlap_ms };
  if (overlap_ms - other_overlap_ms < MIN_LEAD * overlap_ms) {
    return { status: "refused", by, reason: "ambiguous", overlap_ms, other_overlap_ms };
  }
  const agent_channel = agentLeft > agentRight ? 0 : 1;
  return { status: "assigned", by, agent_channel, overlap_ms, other_overlap_ms };
}

/**
 * Assigns the two channels where there is no transcript to go by but it is known who spoke first. Refused when a
 * channel has no speech, and as ambiguous when both begin within 200 ms.
 */
export function assignBySpokeFirst(
  channels: readonly (readonly Interval[])[],
  spoke_first: Side,
): OrderAssignment {
  const by = "spoke_first";
  const [left, right] = channels;
  if (!left || !right || channels.length !== 2) return { status: "refused", by, reason: "not_two_channels" };
  const [leftStart, rightStart] = [left[0]?.start_ms, right[0]?.start_ms];
  if (leftStart === undefined || rightStart === undefined)
    return { status: "refused", by, reason: "no_speech" };
  if (Math.abs(leftStart - rightStart) < MIN_HEAD_START_MS)
    return { status: "refused", by, reason: "ambiguous" };
  const agent_channel = leftStart < rightStart === (spoke_first === "agent") ? 0 : 1;
  return { status: "assigned", by, agent_channel };
}
