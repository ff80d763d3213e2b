import type { EffectClass, Effects } from "./effects.ts";
import { spanFinder } from "./interruptions.ts";
import { coveredLengths, type Interval } from "./interval.ts";

/** Stopping sooner than this after the start of an effect is an error (τ-voice, `*_yield_window_sec`). */
const STOP_WINDOW_MS = 1000;

/** Starting to speak sooner than this after the end of an effect is an error (τ-voice, `*_response_window_sec`). */
const START_WINDOW_MS = 2000;

/** How the agent treated the effects of one class. */
export interface Selectivity {
  /** How many effects could be scored. */
  scored: number;
  /** The effects that the agent took for speech to it. */
  errors: readonly Interval[];
}

/**
 * Scores the effects of one class. While the agent speaks it must go on; while it is silent it must stay silent.
 * The second is not scored for backchannels, nor for effects in the midst of speech that does ask for an answer.
 */
export function scoreSelectivity(
  name: EffectClass,
  effects: Effects,
  agent: readonly Interval[],
  directed: readonly Interval[],
): Selectivity {
  const spans = effects[name];
  const insideSpeech = coveredLengths(spans, directed);
  const agentAt = spanFinder(agent);
  const errors: Interval[] = [];
  let scored = 0;
  let next = 0;
  spans.forEach((span, index) => {
    const speaking = agentAt(span.start_ms);
    if (speaking !== undefined) {
      scored++;
      if (speaking.end_ms - span.start_ms < STOP_WINDOW_MS) errors.push(span);
      return;
    }
    if (name === "backchannel" || insideSpeech[index] !== 0) return;
    scored++;
    while ((agent[next]?.start_ms ?? Number.POSITIVE_INFINITY) < span.start_ms) next++;
    const start = agent[next]?.start_ms ?? Number.POSITIVE_INFINITY;
    if (start < span.end_ms + START_WINDOW_MS) errors.push(span);
  });
  return { scored, errors };
}
