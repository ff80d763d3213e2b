import type { Places } from "../../metrics/audio/defects.ts";
import type { History } from "./history.ts";
import { addPlace, noPlaces } from "./places.ts";

/** The highest value of G.711, and the one below it: 0.980 and 0.949 of full scale, or 0.984 and 0.953. */
const HIGHEST = 0.97;
const BELOW = 0.93;
/** A place lasts for as long as the sound is so high again soon. */
const HIGH = 0.7;
const SOON_MS = 200;
/** A place has so many samples of the highest value, in so many tops. */
const MIN_SAMPLES = 10;
const MIN_TOPS = 3;
/**
 * And so many times as many as of the value below it. A round top that just reaches full scale has 2.7 times as many:
 * its values lie as those of a parabola, √0.035 : √0.066 − √0.035.
 */
const PILED_UP = 3;

interface Open {
  start: number;
  /** The last sample that is high. */
  last: number;
  highest: number;
  below: number;
  tops: number;
  /** The sample before the last top. */
  before: number;
}

/**
 * Finds where a G.711 line was driven too high. What is cut off there need not be flat for several samples, but it
 * piles up at the highest value.
 */
export class OverloadMeter {
  readonly #places = noPlaces();
  readonly #history: History;
  readonly #sampleRate: number;
  readonly #soon: number;
  #open: Open | null = null;

  constructor(history: History, sampleRate: number) {
    this.#history = history;
    this.#sampleRate = sampleRate;
    this.#soon = Math.round((SOON_MS * sampleRate) / 1000);
  }

  /** The last sample of the history. `size` is its distance from 0. */
  add(size: number): void {
    if (size < HIGH) return;
    const last = this.#history.count - 1;
    if (this.#open && last - this.#open.last > this.#soon) this.#close();
    this.#open ??= { start: last, last, highest: 0, below: 0, tops: 0, before: Number.NaN };
    const open = this.#open;
    open.last = last;
    if (size >= HIGHEST) this.#addHighest(open, last);
    else if (size >= BELOW) open.below++;
  }

  #addHighest(open: Open, at: number): void {
    const before = this.#history.at(at - 1);
    const isFirst = Math.abs(before) < HIGHEST;
    // The tops of a tone are all reached from the same value.
    if (isFirst && before === open.before) return;
    open.highest++;
    if (!isFirst) return;
    open.tops++;
    open.before = before;
  }

  /** Call this when the recording is complete. */
  places(): Places {
    this.#close();
    return this.#places;
  }

  #close(): void {
    const open = this.#open;
    this.#open = null;
    if (!open || open.highest < MIN_SAMPLES || open.tops < MIN_TOPS) return;
    if (open.highest < PILED_UP * Math.max(1, open.below)) return;
    const ms = (sample: number) => (sample * 1000) / this.#sampleRate;
    addPlace(this.#places, { start_ms: ms(open.start), end_ms: ms(open.last + 1) });
  }
}
