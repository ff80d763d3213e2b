import type { Places } from "../../metrics/audio/defects.ts";
import { powerToDbfs } from "../decibels.ts";
import type { History } from "./history.ts";
import { addPlace, noPlaces } from "./places.ts";

/** Levels are relative to the loudest 20 ms of so much sound. */
const LOUD_MS = 2000;
const BLOCK_MS = 20;
/** Quieter sound is not looked at. */
const MIN_DBFS = -40;
/** A reply ends where it is last this loud. */
const END_DB = -30;
/** How long nothing must follow. A shorter silence may be a drop-out. */
const SILENT_MS = 500;

/** How speech sounds that was cut: levels in dB. */
const CUT = {
  /** The last 20 ms and the last 5 ms are still loud. */
  within: -16,
  edge: -20,
  /** The last step, relative to those 20 ms: voices end with a smaller one. */
  step: -16,
  /** What is left 20 to 50 ms later. */
  rest: -60,
};
/** The same after a filter, which rounds the step off and rings for some milliseconds. Some voices end nearly so, hence the higher edge. */
const FILTERED_CUT = {
  edge: -8,
  /** Speech that ends comes down before. Where it still rises in the last 20 ms, the edge may be lower. */
  rising: { edge: -16, by: 2 },
  ring: { from: -65, to: -45 },
  rest: -85,
};

/** Finds where speech stops within a sound: it is loud to the last, ends with a step, and silence follows. */
export class CutMeter {
  readonly cuts: Places = noPlaces();
  readonly #history: History;
  readonly #sampleRate: number;
  readonly #ms: number;
  readonly #loudness = new Float64Array(LOUD_MS / BLOCK_MS);
  #loud = 0;
  #power = 0;
  #blockPower = 0;
  #frame = 0;
  /** The number of the last loud frame of 1 ms, and what was loud then. */
  #last: { frame: number; loud: number } | null = null;

  constructor(history: History, sampleRate: number) {
    this.#history = history;
    this.#sampleRate = sampleRate;
    this.#ms = Math.max(1, Math.round(sampleRate / 1000));
  }

  /** The last sample of the history. */
  add(sample: number): void {
    this.#power += sample * sample;
    if (this.#history.count % this.#ms === 0) this.#closeFrame();
  }

  #closeFrame(): void {
    const power = this.#power / this.#ms;
    this.#power = 0;
    this.#blockPower += power / BLOCK_MS;
    const frame = this.#frame++;
    if (this.#frame % BLOCK_MS === 0) this.#closeBlock();
    if (this.#loud > 10 ** (MIN_DBFS / 10) && power > this.#loud * 10 ** (END_DB / 10))
      this.#last = { frame, loud: this.#loud };
    else if (this.#last && frame - this.#last.frame === SILENT_MS) {
      this.#judge((this.#last.frame + 1) * this.#ms, powerToDbfs(this.#last.loud));
      this.#last = null;
    }
  }

  #closeBlock(): void {
    this.#loudness[(this.#frame / BLOCK_MS) % this.#loudness.length] = this.#blockPower;
    this.#blockPower = 0;
    this.#loud = 0;
    for (const one of this.#loudness) if (one > this.#loud) this.#loud = one;
  }

  #judge(end: number, loud_dbfs: number): void {
    // In milliseconds from the end.
    const level = (from: number, to: number) =>
      2 * powerToDbfs(this.#history.rms(end + from * this.#ms, end + to * this.#ms)) - loud_dbfs;
    const within = level(-BLOCK_MS, 0);
    const rest = level(20, 50);
    const ring = level(5, 10);
    const isCut =
      within >= CUT.within &&
      rest <= CUT.rest &&
      level(-5, 0) >= CUT.edge &&
      this.#stepAt(end) - within - loud_dbfs >= CUT.step;
    const edge = level(-10, 0);
    const isRising =
      edge >= FILTERED_CUT.rising.edge && within - level(-2 * BLOCK_MS, -BLOCK_MS) >= FILTERED_CUT.rising.by;
    const isFilteredCut =
      (edge >= FILTERED_CUT.edge || isRising) &&
      rest <= FILTERED_CUT.rest &&
      ring >= FILTERED_CUT.ring.from &&
      ring <= FILTERED_CUT.ring.to;
    const at = (end * 1000) / this.#sampleRate;
    if (isCut || isFilteredCut) addPlace(this.cuts, { start_ms: at, end_ms: at }, -1);
  }

  /** The last step of more than two steps of 16 bits around the end, in dB of full scale. */
  #stepAt(end: number): number {
    for (let at = end + this.#ms; at > end - 2 * this.#ms; at--) {
      const step = Math.abs(this.#history.at(at) - this.#history.at(at - 1));
      if (step > 8 / 32768) return powerToDbfs(step * step);
    }
    return Number.NEGATIVE_INFINITY;
  }
}
