import type { Places } from "../../metrics/audio/defects.ts";
import type { Interval } from "../../metrics/timing/interval.ts";
import type { History } from "./history.ts";
import { OverloadMeter } from "./overload-meter.ts";
import { addPlace, noPlaces } from "./places.ts";
import type { Run } from "./run-finder.ts";

/** The highest values of µ-law and A-law are 0.980 and 0.984 of full scale. */
const FULL_SCALE = 0.979;
/** Lower tops count only if they are this loud, and only in samples that no G.711 coder has made coarse. */
const AUDIBLE = 0.1;
/** Neighbours in G.711 differ by a 33rd or more of their value, so a smaller step shows finer samples. */
const FINE = 1 / 64;
const FINE_STEPS = 200;
/** No G.711 decoder goes so high. */
const HIGHEST = 32766 / 32768;
/** A step that neither G.711 nor 8 bits have in audible sound. At the highest value, tops of such sound may be short. */
const FINEST = 1 / 512;
const FINEST_STEPS = 50;
/** How many samples a top of coarse samples must last: shorter ones are the top of a low voice. */
const COARSE_RUN = 4;
const FINE_RUN = 3;
/** Tops that are this close belong together. */
const JOINING_MS = 200;
/** A place needs this many tops: one alone may be chance. */
const MIN_TOPS = 3;

/** Places with tops of at least some length. */
interface Tops {
  places: Places;
  open: { start_ms: number; end_ms: number; tops: number } | null;
}

/** Which tops count is known at the end only: it depends on how fine all samples are. */
type Sort = "coarse" | "fine" | "finest";

interface Rail {
  level: number;
  tops: Readonly<Record<Sort, Tops>>;
}

/** Finds where the highest or the lowest value of a channel is held, or is too frequent: the top of the wave is cut off. */
export class ClippingMeter {
  readonly #sampleRate: number;
  readonly #history: History;
  readonly #overload: OverloadMeter;
  readonly #rails: readonly [high: Rail, low: Rail];
  #fineSteps = 0;
  #finestSteps = 0;

  constructor(history: History, sampleRate: number) {
    this.#history = history;
    this.#sampleRate = sampleRate;
    this.#overload = new OverloadMeter(history, sampleRate);
    this.#rails = [newRail(0), newRail(0)];
  }

  /** The last sample of the history. */
  add(): void {
    const last = this.#history.count - 1;
    const sample = this.#history.at(last);
    const size = Math.abs(sample);
    if (size < AUDIBLE) return;
    this.#overload.add(size);
    const step = Math.abs(sample - this.#history.at(last - 1));
    if (step > 0 && step < size * FINE) this.#fineSteps++;
    if (step > 0 && step < FINEST) this.#finestSteps++;
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
    const at = { start_ms: this.#ms(start), end_ms: this.#ms(end) };
    const length = end - start;
    const isCoarse = length >= COARSE_RUN;
    const isFine = isCoarse || (length >= FINE_RUN && size >= rail.level);
    if (isCoarse) addTop(rail.tops.coarse, at);
    if (isFine) addTop(rail.tops.fine, at);
    if (isFine || size >= HIGHEST) addTop(rail.tops.finest, at);
  }

  places(): Places {
    const overload = this.#fineness() === "coarse" ? this.#overload.places().kept : [];
    const flat = this.#rails.flatMap(({ level, tops }) => {
      const sort = this.#sortOf(level);
      if (sort === null) return [];
      keep(tops[sort]);
      return tops[sort].places.kept;
    });
    const joined = noPlaces();
    for (const place of [...flat, ...overload].sort((a, b) => a.start_ms - b.start_ms))
      addPlace(joined, place, JOINING_MS);
    return joined;
  }

  #sortOf(level: number): Sort | null {
    const fineness = this.#fineness();
    return fineness !== "coarse" || level >= FULL_SCALE ? fineness : null;
  }

  #fineness(): Sort {
    if (this.#finestSteps >= FINEST_STEPS) return "finest";
    return this.#fineSteps >= FINE_STEPS ? "fine" : "coarse";
  }

  #ms = (sample: number) => (sample * 1000) / this.#sampleRate;
}

const newTops = (): Tops => ({ places: noPlaces(), open: null });

const newRail = (level: number): Rail => ({
  level,
  tops: { coarse: newTops(), fine: newTops(), finest: newTops() },
});

function addTop(tops: Tops, at: Interval): void {
  const { open } = tops;
  if (open && at.start_ms - open.end_ms <= JOINING_MS) {
    open.end_ms = at.end_ms;
    open.tops++;
    return;
  }
  keep(tops);
  tops.open = { ...at, tops: 1 };
}

function keep(tops: Tops): void {
  if (tops.open && tops.open.tops >= MIN_TOPS) addPlace(tops.places, tops.open);
  tops.open = null;
}
