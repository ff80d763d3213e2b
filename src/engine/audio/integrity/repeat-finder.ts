import type { History } from "./history.ts";

/** The shortest lag at which a repetition counts: a packet of 20 ms, less one sample or two of resampling. */
const MIN_LAG_MS = 18;
/** The shortest period of a voice. Some synthesizers play each several times. */
const MIN_PERIOD_MS = 2;
/** Periods of a voice repeat at a shorter lag than this. */
const PERIODS_MS = 100;
/** How much of the end of a repetition shows its period. */
const SHOWN_MS = 1000;
/** The longest. */
export const MAX_LAG_MS = 2000;
/** The length of the blocks that are compared. */
const BLOCK_MS = 2.5;
/** Quieter blocks are not compared: a few steps around zero repeat by chance. */
const MIN_PEAK = 0.004;
/** A copy may lack this share of its original. */
const WHOLE = 0.9;
const TABLE = 2 ** 14;
const BASE = 0x01000193;
const SCALE = 2 ** 23;

/** A stretch whose samples are exactly those of a stretch before it. In samples. */
export interface Repetition {
  start: number;
  end: number;
  lag: number;
}

/**
 * Finds stretches that repeat what came right before them, sample by sample: a frame played again, or half a second.
 * Blocks are found by a rolling hash and compared. No microphone gives the same samples twice.
 */
export class RepeatFinder {
  readonly #history: History;
  readonly #block: number;
  readonly #minLag: number;
  readonly #maxLag: number;
  readonly #found: (repetition: Repetition) => void;
  readonly #hashes = new Int32Array(TABLE);
  readonly #ends = new Float64Array(TABLE).fill(-1);
  readonly #power: number;
  #hash = 0;
  #changes = 0;
  #lag = 0;
  #start = 0;

  /** `history` must have each sample before `add` is called, and keep `MAX_LAG_MS` twice. */
  constructor(history: History, sampleRate: number, onRepetition: (repetition: Repetition) => void) {
    this.#history = history;
    this.#block = Math.max(16, Math.round((sampleRate * BLOCK_MS) / 1000));
    this.#minLag = Math.round((sampleRate * MIN_LAG_MS) / 1000);
    this.#maxLag = Math.round((sampleRate * MAX_LAG_MS) / 1000);
    this.#found = onRepetition;
    let power = 1;
    for (let at = 0; at < this.#block; at++) power = Math.imul(power, BASE);
    this.#power = power;
  }

  /** The last sample of the history. */
  add(): void {
    const history = this.#history;
    const last = history.count - 1;
    const sample = history.at(last);
    const leaving = history.at(last - this.#block);
    this.#hash =
      (Math.imul(this.#hash, BASE) + ((sample * SCALE) | 0) - Math.imul(this.#power, (leaving * SCALE) | 0)) |
      0;
    if (sample !== history.at(last - 1)) this.#changes++;
    if (leaving !== history.at(last - this.#block + 1)) this.#changes--;
    if (this.#lag > 0 && sample !== history.at(last - this.#lag)) this.#close(last);
    if (this.#changes * 2 < this.#block || last < this.#block) return;
    const slot = (this.#hash ^ (this.#hash >>> 15)) & (TABLE - 1);
    if (this.#lag === 0 && this.#hashes[slot] === this.#hash) this.#compare(last, this.#ends[slot] ?? -1);
    if (last % this.#block === 0) {
      this.#hashes[slot] = this.#hash;
      this.#ends[slot] = last;
    }
  }

  end(): void {
    if (this.#lag > 0) this.#close(this.#history.count);
  }

  #compare(last: number, original: number): void {
    const lag = last - original;
    if (original < 0 || lag < this.#minLag || lag > this.#maxLag) return;
    const history = this.#history;
    let peak = 0;
    let at = last;
    const earliest = Math.max(lag, last - history.length + lag);
    for (; at >= earliest && history.at(at) === history.at(at - lag); at--)
      peak = Math.max(peak, Math.abs(history.at(at)));
    if (last - at < this.#block || peak < MIN_PEAK) return;
    this.#lag = lag;
    this.#start = at + 1;
  }

  #close(end: number): void {
    const lag = this.#lag;
    const start = this.#start;
    this.#lag = 0;
    const repetition = { start, end, lag };
    if (end - start >= WHOLE * lag && !this.#isPeriodic(repetition)) this.#found(repetition);
  }

  /** Whether any of the sound also repeats at a shorter lag: then it is a voice that repeats its period. */
  #isPeriodic({ start, end, lag }: Repetition): boolean {
    const samples = (ms: number) => Math.round((this.#minLag * ms) / MIN_LAG_MS);
    if (lag >= samples(PERIODS_MS)) return false;
    const shortest = samples(MIN_PERIOD_MS);
    const first = Math.max(start, end - samples(SHOWN_MS));
    for (let shorter = shortest; shorter < this.#minLag && shorter < lag; shorter++)
      if (this.#hasBlockAt(shorter, first - lag + shorter, end)) return true;
    return false;
  }

  /** Whether a whole block repeats at this lag. Each block has one of the places that are looked at first. */
  #hasBlockAt(lag: number, start: number, end: number): boolean {
    const block = this.#block;
    const isSame = (at: number) => this.#history.at(at) === this.#history.at(at - lag);
    for (let at = start + block - 1; at < end; at += block) {
      if (!isSame(at)) continue;
      let from = at;
      while (at - from < block && from > start && isSame(from - 1)) from--;
      let to = at + 1;
      while (to - from < block && to < end && isSame(to)) to++;
      if (to - from >= block) return true;
    }
    return false;
  }
}
