import type { Interval } from "../../metrics/timing/interval.ts";
import { FRAME_MS } from "../channel-meter.ts";
import { powerToDbfs } from "../decibels.ts";

/** How much speech is compared on both sides of a jump, in frames. Pauses do not count. */
const SPEECH = 100;
/** The speech on both sides lies within this time. Over a longer one, people move and lines change. */
const WITHIN_MS = 4000;
/** How far the levels differ at least. */
const JUMP_DB = 10;
/** How far the loudest frames of both sides differ at least: a few low words do not count. */
const LOUDEST_DB = 9;
/** By how much the first loud frame is above everything quiet. */
const EDGE_DB = 2;
/** A larger difference does not make an edge more likely. */
const SURE_DB = 3;

/**
 * Where the level of a channel's speech changes at once and stays. Each place is the time in which it
 * changed: a moment within speech, or the pause in which it changed.
 */
export function levelJumps(powers: readonly number[], speech: readonly Interval[]): Interval[] {
  const frames: number[] = [];
  for (const { start_ms, end_ms } of speech)
    for (let frame = start_ms / FRAME_MS; frame < end_ms / FRAME_MS; frame++) frames.push(frame);
  const levels = Float64Array.from(frames, (frame) => powerToDbfs(powers[frame] ?? 0));
  const difference = differenceIn(powers, frames);
  const size = (at: number) => Math.abs(difference(at));
  const isJump = (at: number) => size(at) >= JUMP_DB && isNear(frames, at);
  const jumps: Interval[] = [];
  for (let at = SPEECH; at + SPEECH <= frames.length; at++) {
    if (!isJump(at)) continue;
    let best = at;
    for (; at + SPEECH <= frames.length && isJump(at); at++) if (size(at) > size(best)) best = at;
    const edge = difference(best) > 0 ? riseNear(levels, best) : fallNear(levels, best);
    if (edge === null || Math.abs(loudestStep(levels, edge)) < LOUDEST_DB) continue;
    jumps.push({
      start_ms: ((frames[edge - 1] ?? 0) + 1) * FRAME_MS,
      end_ms: (frames[edge] ?? 0) * FRAME_MS,
    });
    at = Math.max(at, edge + SPEECH);
  }
  return jumps;
}

const isNear = (frames: readonly number[], at: number) =>
  ((frames[at + SPEECH - 1] ?? 0) - (frames[at - SPEECH] ?? 0)) * FRAME_MS <= WITHIN_MS;

/** The level of the speech from a frame on, less the level before it, in dB. */
function differenceIn(powers: readonly number[], frames: readonly number[]): (at: number) => number {
  const sums = new Float64Array(frames.length + 1);
  frames.forEach((frame, at) => {
    sums[at + 1] = (sums[at] as number) + (powers[frame] ?? 0);
  });
  const level = (from: number) => powerToDbfs(((sums[from + SPEECH] ?? 0) - (sums[from] ?? 0)) / SPEECH);
  return (at) => level(at) - level(at - SPEECH);
}

/** The frame near another one that is louder than all speech before it. */
function riseNear(levels: Float64Array, near: number): number | null {
  let [best, most]: [number | null, number] = [null, EDGE_DB];
  for (let at = Math.max(SPEECH, near - SPEECH / 2); at < near + SPEECH / 2; at++) {
    const above = Math.min(SURE_DB, loudest(levels, at, at + 2) - loudest(levels, at - SPEECH, at));
    if (above > most) [best, most] = [at, above];
  }
  return best;
}

/** The frame near another one after which all speech is less loud than just before. */
function fallNear(levels: Float64Array, near: number): number | null {
  let [best, most]: [number | null, number] = [null, EDGE_DB];
  for (let at = Math.min(levels.length - SPEECH, near + SPEECH / 2); at > near - SPEECH / 2; at--) {
    const above = Math.min(SURE_DB, loudest(levels, at - 3, at) - loudest(levels, at + 1, at + SPEECH));
    if (above > most) [best, most] = [at, above];
  }
  return best;
}

/** By how much the loudest frame after an edge is above the loudest before it. */
const loudestStep = (levels: Float64Array, edge: number) =>
  loudest(levels, edge + 1, edge + SPEECH) - loudest(levels, edge - SPEECH, edge - 1);

function loudest(levels: Float64Array, from: number, to: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let at = Math.max(0, from); at < to; at++) most = Math.max(most, levels[at] ?? most);
  return most;
}
