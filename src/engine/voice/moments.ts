/** When a digital human speaks while the agent does: drawn for each turn, whatever was drawn for others. */
import { turnRng } from "../caller/random.ts";
import type { InterruptionRate } from "./interruptions.ts";

/** An interruption comes at this time within the agent's turn, at the earliest and at the latest. */
const BREAK_IN_MS = [1000, 3000] as const;
/** Somebody who listens says "mm-hmm" after the agent has spoken for this long, at the earliest and at the latest, and then again. */
const MURMUR_MS = [3000, 6000] as const;

/** When the digital human will break into a turn of the agent, on the line's clock, earliest first. */
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

/** When it murmurs within a turn, as long as the turn lasts, and which of its murmurs that is. */
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

/** How long after the floor was lost it is taken again. */
export const drawWithin = ([least, most]: readonly [number, number], seed: string, turn: number): number =>
  least + turnRng(seed, "voice/floor", turn)() * (most - least);
