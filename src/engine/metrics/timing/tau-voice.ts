/**
 * What the interaction metrics of τ-voice count, computed on intervals. The original uses ticks of 200 ms.
 * docs/metrics.md explains the difference, and tau-voice.test.ts compares this with a computation on ticks.
 */
import type { EffectClass, Effects } from "./effects.ts";
import { findInterruptions, type Interruption, spanFinder } from "./interruptions.ts";
import { coveredLengths, difference, type Interval, union } from "./interval.ts";

/** An agent yields to an interruption if it stops within this time after the interruption began. */
export const YIELD_WINDOW_MS = 2000;

/** If the agent stops this soon after an effect began, it took the effect for an interruption. */
export const STOP_WINDOW_MS = 1000;

/** If the agent starts to speak within this time after an effect, it answered the effect. */
export const START_WINDOW_MS = 2000;

/** A tick of the original. Speech is a backchannel if its first tick is one. */
const TICK_MS = 200;

/** How the agent treated the effects of one class. */
export interface Selectivity {
  scored: number;
  /** The effects that the agent treated as speech to it. */
  errors: Interval[];
}

export interface TauVoicePanel {
  /** From the end of the user's turn to the start of the agent's answer. */
  answered: readonly Interval[];
  /** The user had to speak again before the agent did. */
  unanswered: readonly Interval[];
  /** The user's interruptions: speech that starts while the agent speaks, without effects. */
  by_user: readonly Interruption[];
  /** Interruptions after which the agent stopped in time. */
  yielded: readonly Interruption[];
  /** The agent's speech that starts while the user speaks. */
  by_agent: readonly Interruption[];
  selectivity: Readonly<Record<EffectClass, Selectivity>>;
}

interface Speech {
  agent: readonly Interval[];
  user: readonly Interval[];
  /** When the call ends, if known. A side that speaks until then was not observed to stop. */
  call_end_ms: number | null;
}

interface UserSegment extends Interval {
  backchannel: boolean;
  /** The tagged sound within the segment. */
  tagged: "vocal_tic" | "non_directed" | null;
}

export function tauVoicePanel({ agent, user, call_end_ms }: Speech, effects: Effects): TauVoicePanel {
  const segments = userSegments(user, effects);
  const stopsWithin = (window: number, { start_ms, end_ms }: Interruption) =>
    end_ms - start_ms < window && end_ms !== call_end_ms;
  const selectivity = { backchannel: noScore(), vocal_tic: noScore(), non_directed: noScore() };
  const by_user: Interruption[] = [];
  const agentAt = spanFinder(agent);
  const answers = answerFinder(agent);
  for (const segment of segments) {
    const { start_ms, backchannel, tagged } = segment;
    const speaking = agentAt(start_ms);
    if (speaking === undefined) {
      if (tagged) score(selectivity[tagged], segment, answers(segment));
      continue;
    }
    const interruption = { start_ms, end_ms: speaking.end_ms };
    const effect = backchannel ? "backchannel" : tagged;
    if (effect) score(selectivity[effect], segment, stopsWithin(STOP_WINDOW_MS, interruption));
    else by_user.push(interruption);
  }
  for (const name of ["vocal_tic", "non_directed"] as const)
    scoreOutsideSpeech(selectivity[name], difference(effects[name], segments), agent);
  return {
    ...findTurnResponses(
      agent,
      segments.filter(({ backchannel }) => !backchannel),
    ),
    by_user,
    yielded: by_user.filter((interruption) => stopsWithin(YIELD_WINDOW_MS, interruption)),
    by_agent: findInterruptions(agent, segments),
    selectivity,
  };
}

/** The speech of the user, and the backchannels outside it, each with its kind. */
function userSegments(user: readonly Interval[], effects: Effects): UserSegment[] {
  const touched = coveredLengths(effects.backchannel, user);
  const apart = effects.backchannel.filter((_, index) => touched[index] === 0);
  const spans = apart.length === 0 ? user : union([...user, ...apart]);
  const firstTicks = spans.map(({ start_ms, end_ms }) => ({
    start_ms,
    end_ms: Math.min(end_ms, start_ms + TICK_MS),
  }));
  const backchannels = coveredLengths(firstTicks, effects.backchannel);
  const tics = coveredLengths(spans, effects.vocal_tic);
  const asides = coveredLengths(spans, effects.non_directed);
  return spans.map(({ start_ms, end_ms }, index) => ({
    start_ms,
    end_ms,
    backchannel: (backchannels[index] ?? 0) > 0,
    tagged: (tics[index] ?? 0) > 0 ? "vocal_tic" : (asides[index] ?? 0) > 0 ? "non_directed" : null,
  }));
}

/**
 * The responses to turns that end while the agent is silent. A turn does not count if the agent starts
 * exactly at its end. Nor does the last one, if neither side speaks after it.
 */
function findTurnResponses(agent: readonly Interval[], turns: readonly Interval[]) {
  const agentAt = spanFinder(agent);
  const answerable = turns.filter(({ end_ms }) => agentAt(end_ms) === undefined);
  const answered: Interval[] = [];
  const unanswered: Interval[] = [];
  let next = 0;
  answerable.forEach((turn, index) => {
    while ((agent[next]?.start_ms ?? Number.POSITIVE_INFINITY) < turn.end_ms) next++;
    const answer = agent[next];
    const again = answerable[index + 1];
    if (answer && (!again || answer.start_ms <= again.start_ms))
      answered.push({ start_ms: turn.end_ms, end_ms: answer.start_ms });
    else if (again) unanswered.push(turn);
  });
  return { answered, unanswered };
}

/**
 * Scores effects that occur while the user is silent. If the agent speaks through the whole effect, it is not
 * counted. The original does the same, because it records only when an agent stops.
 */
function scoreOutsideSpeech(
  selectivity: Selectivity,
  effects: readonly Interval[],
  agent: readonly Interval[],
): void {
  const agentAt = spanFinder(agent);
  const answers = answerFinder(agent);
  for (const effect of effects) {
    const speaking = agentAt(effect.start_ms);
    if (speaking === undefined) score(selectivity, effect, answers(effect));
    else if (speaking.end_ms - effect.start_ms <= STOP_WINDOW_MS) score(selectivity, effect, true);
  }
}

/**
 * A function that says whether the agent starts to speak during a span or in the window after it. The spans
 * must come in the order of their starts.
 */
export function answerFinder(agent: readonly Interval[]): (span: Interval) => boolean {
  let next = 0;
  return ({ start_ms, end_ms }) => {
    while ((agent[next]?.start_ms ?? Number.POSITIVE_INFINITY) < start_ms) next++;
    return (agent[next]?.start_ms ?? Number.POSITIVE_INFINITY) <= end_ms + START_WINDOW_MS;
  };
}

function noScore(): Selectivity {
  return { scored: 0, errors: [] };
}

function score(selectivity: Selectivity, { start_ms, end_ms }: Interval, isError: boolean): void {
  selectivity.scored++;
  if (isError) selectivity.errors.push({ start_ms, end_ms });
}
