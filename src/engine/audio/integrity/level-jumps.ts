import type { Interval } from "../../metrics/timing/interval.ts";
import { FRAME_MS } from "../channel-meter.ts";
import type { FramePowers } from "../frame-powers.ts";
import { SpeechLevels } from "./speech-levels.ts";

/** How much speech is compared on both sides of a jump, in frames. Pauses do not count. */
const SPEECH = 100;
/** The speech on both sides lies within this time. Over a longer one, people move and lines change. */
const WITHIN_MS = 4000;
/** By how much the powers differ at least: 10 dB. */
const JUMP = 10;
/** The power of what is as good as silent. */
const SILENT = 10 ** (-120 / 10);
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
export function levelJumps(powers: FramePowers, speech: readonly Interval[]): Interval[] {
  const levels = new SpeechLevels(powers, speech);
  const last = levels.length - SPEECH;
  const rise = (at: number) => ratio(levels.meanPower(at, SPEECH), levels.meanPower(at - SPEECH, SPEECH));
  const size = (at: number) => Math.max(rise(at), 1 / rise(at));
  const isJump = (at: number) => size(at) >= JUMP && isNear(levels, at);
  const jumps: Interval[] = [];
  for (let at = SPEECH; at <= last; at++) {
    if (!isJump(at)) continue;
    let best = at;
    for (; at <= last && isJump(at); at++) if (size(at) > size(best)) best = at;
    const edge = rise(best) > 1 ? riseNear(levels, best) : fallNear(levels, best);
    if (edge === null || Math.abs(loudestStep(levels, edge)) < LOUDEST_DB) continue;
    jumps.push({
      start_ms: (levels.frame(edge - 1) + 1) * FRAME_MS,
      end_ms: levels.frame(edge) * FRAME_MS,
    });
    at = Math.max(at, edge + SPEECH);
  }
  return jumps;
}

const ratio = (one: number, other: number) => Math.max(one, SILENT) / Math.max(other, SILENT);

const isNear = (levels: SpeechLevels, at: number) =>
  (levels.frame(at + SPEECH - 1) - levels.frame(at - SPEECH)) * FRAME_MS <= WITHIN_MS;

/** The frame near another one that is louder than all speech before it. */
function riseNear(levels: SpeechLevels, near: number): number | null {
  let [best, most]: [number | null, number] = [null, EDGE_DB];
  for (let at = Math.max(SPEECH, near - SPEECH / 2); at < near + SPEECH / 2; at++) {
    const above = Math.min(SURE_DB, loudest(levels, at, at + 2) - loudest(levels, at - SPEECH, at));
    if (above > most) [best, most] = [at, above];
  }
  return best;
}

/** The frame near another one after which all speech is less loud than just before. */
function fallNear(levels: SpeechLevels, near: number): number | null {
  let [best, most]: [number | null, number] = [null, EDGE_DB];
  for (let at = Math.min(levels.length - SPEECH, near + SPEECH / 2); at > near - SPEECH / 2; at--) {
    const above = Math.min(SURE_DB, loudest(levels, at - 3, at) - loudest(levels, at + 1, at + SPEECH));
    if (above > most) [best, most] = [at, above];
  }
  return best;
}

/** By how much the loudest frame after an edge is above the loudest before it. */
const loudestStep = (levels: SpeechLevels, edge: number) =>
  loudest(levels, edge + 1, edge + SPEECH) - loudest(levels, edge - SPEECH, edge - 1);

function loudest(levels: SpeechLevels, from: number, to: number): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let at = Math.max(0, from); at < Math.min(to, levels.length); at++)
    most = Math.max(most, levels.level(at));
  return most;
}
