/** When a digital human speaks while the agent does. Each turn has its own random numbers. */
import { turnRng } from "../random.ts";
import type { InterruptionRate } from "./interruptions.ts";

/** The earliest and latest time for an interruption within the agent's turn. */
const BREAK_IN_MS = [1000, 3000] as const;
/**
 * A listener says "mm-hmm" after the agent has spoken for this long (the least and the most), and then again.
 */
const MURMUR_MS = [3000, 6000] as const;

/** When the digital human will interrupt a turn of the agent, on the line's clock, earliest first. */
export function planBreakIns(
  rate: InterruptionRate | null,
  seed: string,
  turn: number,
  start_ms: number,
): number[] {
  if (!rate) return [];
  const rng = turnRng(seed, "voice/interruptions", turn);
  const [earliest, latest] = BREAK_IN_MS;
  const times: number[] = [];
  let at = start_ms;
  for (let count = 0; count < rate.per_turn; count++) {
    const [chance, place] = [rng(), rng()];
    at += earliest + place * (latest - earliest);
    if (chance < rate.chance) times.push(Math.round(at));
  }
  return times;
}

/** When it murmurs within a turn, for as long as the turn lasts, and with which of its murmurs. */
export function* planMurmurs(
  murmurs: number,
  seed: string,
  turn: number,
  start_ms: number,
): Generator<{ readonly at_ms: number; readonly which: number }> {
  if (murmurs === 0) return;
  const rng = turnRng(seed, "voice/murmurs", turn);
  const [earliest, latest] = MURMUR_MS;
  for (let at_ms = start_ms; ; ) {
    at_ms += Math.round(earliest + rng() * (latest - earliest));
    yield { at_ms, which: Math.floor(rng() * murmurs) };
  }
}

/** How long after losing the floor it takes the floor again. */
export const drawWithin = ([least, most]: readonly [number, number], seed: string, turn: number): number =>
  least + turnRng(seed, "voice/floor", turn)() * (most - least);
