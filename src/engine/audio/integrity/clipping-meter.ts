import type { Places } from "../../metrics/audio/defects.ts";
import type { History } from "./history.ts";
import { addPlace, noPlaces } from "./places.ts";
import type { Run } from "./run-finder.ts";

/** The highest values of µ-law and A-law are 0.980 and 0.984 of full scale. */
const FULL_SCALE = 0.979;
/** Lower tops count only if they are this loud, and only in samples that no G.711 coder has made coarse. */
const AUDIBLE = 0.1;
/** Neighbours in G.711 differ by a 33rd or more of their value, so a smaller step shows finer samples. */
const FINE = 1 / 64;
const FINE_STEPS = 200;
/** How many samples a top of coarse samples must last: shorter ones are the top of a low voice. */
const COARSE_RUN = 4;
/** Tops that are this close belong together. */
const JOINING_MS = 200;
/** A place needs this many tops: one alone may be chance. */
const MIN_TOPS = 3;

interface Rail {
  level: number;
  places: Places;
  open: { start_ms: number; end_ms: number; tops: number } | null;
}

/** Finds where the highest or the lowest value of a channel is held: the top of the wave is cut off. */
export class ClippingMeter {
  readonly #sampleRate: number;
  readonly #history: History;
  readonly #rails: readonly [high: Rail, low: Rail];
  #fineSteps = 0;

  constructor(history: History, sampleRate: number) {
    this.#history = history;
    this.#sampleRate = sampleRate;
    this.#rails = [newRail(0), newRail(0)];
  }

  /** The last sample of the history. */
  add(): void {
    const last = this.#history.count - 1;
    const sample = this.#history.at(last);
    const size = Math.abs(sample);
    if (size < AUDIBLE) return;
    const step = Math.abs(sample - this.#history.at(last - 1));
    if (step > 0 && step < size * FINE) this.#fineSteps++;
    const rail = this.#rails[sample > 0 ? 0 : 1];
    if (size <= rail.level) return;
    // Something is higher, so what came before was not cut off there. Full scale is a limit anyway.
    if (rail.level < FULL_SCALE) Object.assign(rail, newRail(size));
    else rail.level = size;
  }

  /** A run of equal samples. */
  addRun({ start, end, value }: Run): void {
    const rail = this.#rails[value > 0 ? 0 : 1];
    const size = Math.abs(value);
    if (size < AUDIBLE || size < Math.min(rail.level, FULL_SCALE)) return;
    if (end - start < COARSE_RUN && (this.#fineSteps < FINE_STEPS || size < rail.level)) return;
    const at = { start_ms: this.#ms(start), end_ms: this.#ms(end) };
    const { open } = rail;
    if (open && at.start_ms - open.end_ms <= JOINING_MS) {
      open.end_ms = at.end_ms;
      open.tops++;
      return;
    }
    keep(rail);
    rail.open = { ...at, tops: 1 };
  }

  places(): Places {
    const isFine = this.#fineSteps >= FINE_STEPS;
    const all = this.#rails.flatMap((rail) => {
      keep(rail);
      return isFine || rail.level >= FULL_SCALE ? rail.places.kept : [];
    });
    const joined = noPlaces();
    for (const place of all.sort((a, b) => a.start_ms - b.start_ms)) addPlace(joined, place, JOINING_MS);
    return joined;
  }

  #ms = (sample: number) => (sample * 1000) / this.#sampleRate;
}

const newRail = (level: number): Rail => ({ level, places: noPlaces(), open: null });

function keep(rail: Rail): void {
  if (rail.open && rail.open.tops >= MIN_TOPS) addPlace(rail.places, rail.open);
  rail.open = null;
}
