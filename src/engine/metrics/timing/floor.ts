import type { ConversationEvent } from "../conversation.ts";
import type { Warning } from "../metric-value.ts";
import { directedSpeech, type Effects, findEffects } from "./effects.ts";
import { findInterruptions, type Interruption } from "./interruptions.ts";
import { type Interval, sortedLengths } from "./interval.ts";
import type { PlacedEntry } from "./place-entries.ts";
import { findResponses, type Responses } from "./responses.ts";
import type { Timeline } from "./timeline.ts";

/** How the two sides share the floor: who answers, who interrupts. */
export interface Floor {
  timeline: Timeline;
  effects: Effects;
  /** The user's speech that asks for an answer: neither backchannel, nor vocal tic, nor meant for somebody else. */
  directed: readonly Interval[];
  responses: Responses;
  /** The response latencies in ascending order, ms. */
  latencies: Float64Array;
  /** The user's directed speech that starts while the agent speaks. */
  by_user: readonly Interruption[];
  /** The agent's speech that starts while the user speaks. */
  by_agent: readonly Interruption[];
}

export function analyseFloor(
  timeline: Timeline,
  entries: readonly PlacedEntry[],
  events: readonly ConversationEvent[],
): { floor: Floor; warnings: Warning[] } {
  const { effects, warnings } = findEffects(entries, events);
  const directed = directedSpeech(timeline.user, effects);
  const responses = findResponses(timeline.agent, directed);
  const floor = {
    timeline,
    effects,
    directed,
    responses,
    latencies: sortedLengths(responses.answered),
    by_user: findInterruptions(directed, timeline.agent),
    by_agent: findInterruptions(timeline.agent, timeline.user),
  };
  return { floor, warnings };
}
