import type { ConversationEvent } from "../conversation.ts";
import type { Warning } from "../metric-value.ts";
import { directedSpeech, type Effects, findEffects } from "./effects.ts";
import { type Interval, sortedLengths } from "./interval.ts";
import type { PlacedEntry } from "./place-entries.ts";
import { findResponses, type Responses } from "./responses.ts";
import { type TauVoicePanel, tauVoicePanel } from "./tau-voice.ts";
import type { Timeline } from "./timeline.ts";

/** How the two sides share the floor: who answers, who interrupts. */
export interface Floor {
  timeline: Timeline;
  effects: Effects;
  /** The user's speech that needs an answer. Backchannels, vocal tics, and speech to somebody else do not. */
  directed: readonly Interval[];
  /** How the agent responded to that speech. */
  responses: Responses;
  /** Responses, interruptions and effects as τ-voice counts them. */
  panel: TauVoicePanel;
  /** The response latencies of the panel in ascending order, ms. */
  latencies: Float64Array;
}

export function analyseFloor(
  timeline: Timeline,
  entries: readonly PlacedEntry[],
  events: readonly ConversationEvent[],
  call_end_ms: number | null,
): { floor: Floor; warnings: Warning[] } {
  const { effects, warnings } = findEffects(entries, events);
  const directed = directedSpeech(timeline.user, effects);
  const { agent, user } = timeline;
  const panel = tauVoicePanel({ agent, user, call_end_ms }, effects);
  const floor = {
    timeline,
    effects,
    directed,
    responses: findResponses(agent, directed),
    panel,
    latencies: sortedLengths(panel.answered),
  };
  return { floor, warnings };
}
