import type { Side } from "../metrics/conversation.ts";
import { type Interval, intersection, totalLength } from "../metrics/timing/interval.ts";

/** The speech of both sides; disjoint and sorted. */
export type SpeechBySide = Readonly<Record<Side, readonly Interval[]>>;

/**
 * Which channel is the agent's. `overlap_ms` is how much of the channels' speech the transcript gives to the side that
 * they are assigned to, `other_overlap_ms` the same with the channels swapped.
 */
export type ChannelAssignment =
  | { status: "assigned"; agent_channel: 0 | 1; overlap_ms: number; other_overlap_ms: number }
  | {
      status: "refused";
      reason: "not_two_channels" | "no_overlap" | "ambiguous";
      overlap_ms: number;
      other_overlap_ms: number;
    };

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
): ChannelAssignment {
  const [left, right] = channels;
  if (!left || !right || channels.length !== 2) {
    return { status: "refused", reason: "not_two_channels", overlap_ms: 0, other_overlap_ms: 0 };
  }
  const agentLeft = commonLength(left, transcript.agent) + commonLength(right, transcript.user);
  const agentRight = commonLength(right, transcript.agent) + commonLength(left, transcript.user);
  const overlap_ms = Math.max(agentLeft, agentRight);
  const other_overlap_ms = Math.min(agentLeft, agentRight);
  if (overlap_ms === 0) return { status: "refused", reason: "no_overlap", overlap_ms, other_overlap_ms };
  if (overlap_ms - other_overlap_ms < MIN_LEAD * overlap_ms) {
    return { status: "refused", reason: "ambiguous", overlap_ms, other_overlap_ms };
  }
  const agent_channel = agentLeft > agentRight ? 0 : 1;
  return { status: "assigned", agent_channel, overlap_ms, other_overlap_ms };
}
