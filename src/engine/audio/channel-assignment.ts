import type { Side } from "../metrics/conversation.ts";
import { type Interval, intersection, totalLength } from "../metrics/timing/interval.ts";

/** The speech of both sides; disjoint and sorted. */
export type SpeechBySide = Readonly<Record<Side, readonly Interval[]>>;

/** What an assignment rests on: times in the transcript, who spoke first, how much each side says in the transcript. */
export type AssignmentSign = "transcript_times" | "spoke_first" | "words";

/**
 * Which channel is the agent's, and the signs that say so. An assignment is weak when a sound in one channel, such as
 * voices in the background, can turn its signs around. `overlap_ms` is how much of the channels' speech the transcript gives to the side that
 * they are assigned to, `other_overlap_ms` the same with the channels swapped.
 */
export type ChannelAssignment = OverlapAssignment | OrderAssignment;

type Assigned = {
  status: "assigned";
  agent_channel: 0 | 1;
  rests_on: readonly AssignmentSign[];
  weak: boolean;
};

/** By the transcript. */
type OverlapAssignment = { by: "transcript"; overlap_ms: number; other_overlap_ms: number } & (
  | Assigned
  | { status: "refused"; reason: "not_two_channels" | "no_overlap" | "ambiguous" }
);

/** By who spoke first. */
type OrderAssignment = { by: "spoke_first" } & (
  | (Assigned & {
      /** How much earlier the one who spoke first did so. */
      head_start_ms: number;
    })
  | {
      status: "refused";
      reason: "not_two_channels" | "no_speech" | "ambiguous" | "signs_disagree" | "noisy_recording";
    }
);

/** Whoever spoke first did so by this many ms. */
const MIN_HEAD_START_MS = 200;

/** One side clearly says more than the other from this ratio on. */
const CLEARLY_MORE = 1.5;

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
  const rests_on = ["transcript_times"] as const;
  return { status: "assigned", by, agent_channel, rests_on, weak: false, overlap_ms, other_overlap_ms };
}

/**
 * Assigns the two channels where no transcript has times but it is known who spoke first. Refused when a channel has no
 * speech, and as ambiguous when both begin within 200 ms. `words` are those of each side in a transcript without times:
 * who says clearly more must be heard for longer, otherwise the signs disagree and nothing is assigned. That they agree
 * does not make the assignment strong: voices in the background come first, and are heard for longer too.
 */
export function assignBySpokeFirst(
  channels: readonly (readonly Interval[])[],
  spoke_first: Side,
  words?: Readonly<Record<Side, number>> | null,
): OrderAssignment {
  const by = "spoke_first";
  const [left, right] = channels;
  if (!left || !right || channels.length !== 2) return { status: "refused", by, reason: "not_two_channels" };
  const [leftStart, rightStart] = [left[0]?.start_ms, right[0]?.start_ms];
  if (leftStart === undefined || rightStart === undefined)
    return { status: "refused", by, reason: "no_speech" };
  const head_start_ms = Math.abs(leftStart - rightStart);
  if (head_start_ms < MIN_HEAD_START_MS) return { status: "refused", by, reason: "ambiguous" };
  const agent_channel = leftStart < rightStart === (spoke_first === "agent") ? 0 : 1;
  const assigned = { status: "assigned", by, agent_channel, head_start_ms } as const;
  const said = words ? whoHasMore(words.agent, words.user) : 0;
  const [agent, user] = agent_channel === 0 ? [left, right] : [right, left];
  const heard = whoHasMore(totalLength(agent), totalLength(user));
  if (said === 0 || heard === 0) return { ...assigned, rests_on: ["spoke_first"], weak: true };
  if (said !== heard) return { status: "refused", by, reason: "signs_disagree" };
  return { ...assigned, rests_on: ["spoke_first", "words"], weak: true };
}

/** 1 when the agent has clearly more, -1 when the user has, otherwise 0. */
function whoHasMore(agent: number, user: number): -1 | 0 | 1 {
  if (agent >= user * CLEARLY_MORE && agent > 0) return 1;
  return user >= agent * CLEARLY_MORE && user > 0 ? -1 : 0;
}
