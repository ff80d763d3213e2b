import type { Side } from "../metrics/conversation.ts";
import { type Interval, intersection, totalLength } from "../metrics/timing/interval.ts";

/** The speech of both sides. Each list is sorted, and its intervals do not overlap. */
export type SpeechBySide = Readonly<Record<Side, readonly Interval[]>>;

/**
 * What an assignment is based on: times in the transcript, who spoke first, or how much each side says in the
 * transcript.
 */
export type AssignmentSign = "transcript_times" | "spoke_first" | "words";

/**
 * Which channel is the agent's, and the signs that show it. An assignment is weak if other sounds in a
 * channel, such as voices in the background, could reverse it. `overlap_ms` is how long the detected speech
 * and the transcript of the same side overlap; `other_overlap_ms` is the same with the channels swapped.
 */
export type ChannelAssignment = OverlapAssignment | OrderAssignment;

type Assigned = {
  status: "assigned";
  agent_channel: 0 | 1;
  rests_on: readonly AssignmentSign[];
  weak: boolean;
};

/** An assignment based on the transcript. */
type OverlapAssignment = { by: "transcript"; overlap_ms: number; other_overlap_ms: number } & (
  | Assigned
  | { status: "refused"; reason: "not_two_channels" | "no_overlap" | "ambiguous" }
);

/** An assignment based on who spoke first. */
type OrderAssignment = { by: "spoke_first" } & (
  | (Assigned & {
      /** How much earlier the first speaker began. */
      head_start_ms: number;
    })
  | {
      status: "refused";
      reason: "not_two_channels" | "no_speech" | "ambiguous" | "signs_disagree" | "noisy_recording";
    }
);

/** The first speaker must begin at least this much earlier than the other. */
const MIN_HEAD_START_MS = 200;

/** One side says clearly more than the other if the ratio is at least this. */
const CLEARLY_MORE = 1.5;

/** The better assignment must lead by this share of its own overlap. */
const MIN_LEAD = 0.2;

function commonLength(left: readonly Interval[], right: readonly Interval[]): number {
  return totalLength(intersection(left, right));
}

/**
 * Assigns the two channels of a recording to the sides so that their speech overlaps most with the
 * transcript. Refused if neither assignment overlaps with it. Refused as ambiguous if the better one leads by
 * less than a fifth of its own overlap, which is the case for a mono recording copied to both channels.
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
 * Assigns the two channels if the transcript has no times but it is known who spoke first. Refused if a
 * channel has no speech, and as ambiguous if both begin within 200 ms. `words` is how many words each side
 * says in a transcript without times. The side that says clearly more must also be heard for longer;
 * otherwise the signs disagree and the assignment is refused. Even if they agree, the assignment is weak:
 * voices in the background can also come first, and last longer.
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
