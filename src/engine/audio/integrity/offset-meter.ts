import type { Places } from "../../metrics/audio/defects.ts";
import { addPlace, noPlaces } from "./places.ts";

const FRAME_MS = 10;
/** The mean is taken over this many frames: several periods of the lowest voice. */
const FRAMES = 6;
/** An offset that matters, of full scale. */
const OFFSET = 0.02;
/** A shorter one is a breath on the microphone. */
const MIN_MS = 500;
/** A mean that dips below for this long is still the same place. */
const JOINING_MS = 100;

/** Finds where the samples of a channel have a mean that is not zero. */
export class OffsetMeter {
  readonly #frameLength: (frame: number) => number;
  readonly #means = new Float64Array(FRAMES);
  #places: Places = noPlaces();
  #open: { start_ms: number; end_ms: number } | null = null;
  #frame = 0;
  #frameEnd: number;
  #samples = 0;
  #sum = 0;
  #frameStart = 0;

  constructor(sampleRate: number) {
    this.#frameLength = (frame) => Math.floor(((frame + 1) * sampleRate) / (1000 / FRAME_MS));
    this.#frameEnd = this.#frameLength(0);
  }

  add(sample: number): void {
    this.#sum += sample;
    if (++this.#samples < this.#frameEnd) return;
    this.#means[this.#frame % FRAMES] = this.#sum / (this.#frameEnd - this.#frameStart);
    this.#sum = 0;
    this.#frameStart = this.#frameEnd;
    this.#frame++;
    this.#frameEnd = this.#frameLength(this.#frame);
    let mean = 0;
    for (const one of this.#means) mean += one / FRAMES;
    if (this.#frame >= FRAMES && Math.abs(mean) >= OFFSET) this.#at((this.#frame - FRAMES / 2) * FRAME_MS);
  }

  places(): Places {
    this.#close();
    return this.#places;
  }

  #at(ms: number): void {
    if (this.#open && ms - this.#open.end_ms <= JOINING_MS) this.#open.end_ms = ms;
    else {
      this.#close();
      this.#open = { start_ms: ms, end_ms: ms };
    }
  }

  #close(): void {
    if (this.#open && this.#open.end_ms - this.#open.start_ms >= MIN_MS) addPlace(this.#places, this.#open);
    this.#open = null;
  }
}
