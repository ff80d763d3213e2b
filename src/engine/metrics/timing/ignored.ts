import type { EffectClass, Effects } from "./effects.ts";
import { spanFinder } from "./interruptions.ts";
import { coveredLengths, type Interval } from "./interval.ts";
import { answerFinder, type Selectivity, STOP_WINDOW_MS } from "./tau-voice.ts";

/**
 * Scores each effect of a class separately. If the agent is speaking, it must continue; if it is silent, it
 * must stay silent. Silence is not scored for an effect in the middle of speech that needs an answer.
 */
export function scoreIgnored(
  name: Exclude<EffectClass, "backchannel">,
  effects: Effects,
  agent: readonly Interval[],
  directed: readonly Interval[],
): Selectivity {
  const spans = effects[name];
  const insideSpeech = coveredLengths(spans, directed);
  const agentAt = spanFinder(agent);
  const answers = answerFinder(agent);
  const errors: Interval[] = [];
  let scored = 0;
  spans.forEach((span, index) => {
    const speaking = agentAt(span.start_ms);
    if (speaking === undefined && insideSpeech[index] !== 0) return;
    scored++;
    const isError = speaking ? speaking.end_ms - span.start_ms < STOP_WINDOW_MS : answers(span);
    if (isError) errors.push(span);
  });
  return { scored, errors };
}
