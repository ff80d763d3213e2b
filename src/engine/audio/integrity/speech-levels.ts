import type { Interval } from "../../metrics/timing/interval.ts";
import { FRAME_MS } from "../channel-meter.ts";
import { powerToDbfs } from "../decibels.ts";
import type { FramePowers } from "../frame-powers.ts";

/** How many frames are held at once, and how many of them may be looked back on. */
const HELD = 32_768;
const BACK = 4096;

/**
 * The frames with speech, one after the other, without the pauses: which frame of the recording each is, and its
 * level. Only a part of them is held at a time: the one around the last that was asked for.
 */
export class SpeechLevels {
  readonly length: number;
  readonly #powers: FramePowers;
  readonly #speech: readonly Interval[];
  /** How many frames the speech before each segment has. */
  readonly #before: Uint32Array;
  readonly #frames = new Uint32Array(HELD);
  readonly #held = new Float64Array(HELD);
  readonly #sums = new Float64Array(HELD + 1);
  #from = 0;
  #to = 0;

  constructor(powers: FramePowers, speech: readonly Interval[]) {
    this.#powers = powers;
    this.#speech = speech;
    this.#before = new Uint32Array(speech.length);
    let length = 0;
    speech.forEach(({ start_ms, end_ms }, segment) => {
      this.#before[segment] = length;
      length += Math.round((end_ms - start_ms) / FRAME_MS);
    });
    this.length = length;
  }

  /** The number in the recording of a frame with speech. */
  frame(at: number): number {
    return this.#frames[this.#place(at)] as number;
  }

  /** The level of a frame with speech, in dBFS. */
  level(at: number): number {
    return powerToDbfs(this.#held[this.#place(at)] as number);
  }

  /** The mean power of `count` frames with speech from one on. */
  meanPower(at: number, count: number): number {
    const end = this.#place(at + count - 1) + 1;
    const start = this.#place(at);
    return ((this.#sums[end] as number) - (this.#sums[start] as number)) / count;
  }

  #place(at: number): number {
    if (at < this.#from || at >= this.#to) this.#hold(at);
    return at - this.#from;
  }

  #hold(at: number): void {
    this.#from = Math.max(0, at - BACK);
    this.#to = Math.min(this.length, this.#from + HELD);
    let segment = this.#segmentOf(this.#from);
    for (let place = 0; this.#from + place < this.#to; place++) {
      while ((this.#before[segment + 1] ?? this.length) <= this.#from + place) segment++;
      const start = Math.round((this.#speech[segment]?.start_ms ?? 0) / FRAME_MS);
      const frame = start + this.#from + place - (this.#before[segment] as number);
      const power = this.#powers.at(frame) ?? 0;
      this.#frames[place] = frame;
      this.#held[place] = power;
      this.#sums[place + 1] = (this.#sums[place] as number) + power;
    }
  }

  /** The last segment that begins with this frame or before. */
  #segmentOf(at: number): number {
    let [low, high] = [0, this.#speech.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#before[middle] as number) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
