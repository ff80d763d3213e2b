import type { Places } from "../../metrics/audio/defects.ts";
import type { History } from "./history.ts";
import { addPlace, noPlaces } from "./places.ts";
import type { Run } from "./run-finder.ts";

/** The shortest stretch without movement that counts as missing sound. */
export const MIN_GAP_MS = 5;
/** After a longer one the side has stopped: an agent that is interrupted stops as abruptly, and speaks again later. */
const MAX_GAP_MS = 500;
/** How much sound beside a gap is looked at. */
const BESIDE_MS = 5;
/** The sound beside a gap is this loud, and at most this far below the loudest speech. */
const MIN_LEVEL = 0.01;
const BELOW_LOUD = 10 ** (-26 / 20);
/** A gap begins or ends with a step of this share of the sound beside it. */
const STEP = 0.3;
/** Less is needed after a gap that stops sound as no voice does: it is this loud to the last, relative to the loudest speech. */
const STOPPED = { ms: 20, within: 10 ** (-16 / 20), edge: 10 ** (-20 / 20), min_gap_ms: 20 };
/** How fast the loudest speech is forgotten, by frame of 10 ms: 6 dB in ten seconds. */
const FORGET = 0.5 ** (1 / 1000);

interface Side {
  level: number;
  step: number;
}

interface Before extends Side {
  /** The sound is loud for longer than beside the gap. */
  stays_loud: boolean;
}

/** Finds sound that is missing: gaps within sound whose edges are steps. */
export class GapMeter {
  readonly dropouts: Places = noPlaces();
  readonly #history: History;
  readonly #sampleRate: number;
  readonly #beside: number;
  readonly #stopped: number;
  readonly #frame: number;
  #loud = 0;
  #open: { run: Run; before: Before } | null = null;

  constructor(history: History, sampleRate: number) {
    this.#history = history;
    this.#sampleRate = sampleRate;
    this.#beside = Math.round((sampleRate * BESIDE_MS) / 1000);
    this.#stopped = Math.round((sampleRate * STOPPED.ms) / 1000);
    this.#frame = Math.round(sampleRate / 100);
  }

  /** The last sample of the history. */
  add(): void {
    const { count } = this.#history;
    if (count % this.#frame === 0)
      this.#loud = Math.max(this.#loud * FORGET, this.#history.rms(count - this.#frame, count));
    if (this.#open && count >= this.#open.run.end + this.#beside) this.#close();
  }

  /** A stretch without movement, when it has ended. */
  addRun(run: Run): void {
    this.#close();
    const { start, value } = run;
    if (start < this.#beside) return;
    const levelOf = (samples: number) =>
      this.#history.length > run.end - start + samples ? this.#history.rms(start - samples, start) : 0;
    const level = levelOf(this.#beside);
    const levels = {
      level,
      step: Math.abs(this.#history.at(start - 1) - value),
      stays_loud: level >= this.#loud * STOPPED.edge && levelOf(this.#stopped) >= this.#loud * STOPPED.within,
    };
    this.#open = { run, before: levels };
  }

  end(): void {
    this.#close();
  }

  #close(): void {
    const open = this.#open;
    this.#open = null;
    if (!open) return;
    const { run, before } = open;
    const end = Math.min(run.end + this.#beside, this.#history.count);
    const after = {
      level: this.#history.rms(run.end, end),
      step: Math.abs(this.#history.at(run.end) - run.value),
    };
    const place = { start_ms: this.#ms(run.start), end_ms: this.#ms(run.end) };
    const length_ms = place.end_ms - place.start_ms;
    if (length_ms > MAX_GAP_MS || !this.#isLoud(before)) return;
    const isWithinSound = this.#isLoud(after) && (isStep(before) || isStep(after));
    const stopsSound = length_ms >= STOPPED.min_gap_ms && before.stays_loud && isStep(before);
    if (isWithinSound || stopsSound) addPlace(this.dropouts, place, -1);
  }

  #isLoud({ level }: Side): boolean {
    return level >= MIN_LEVEL && level >= this.#loud * BELOW_LOUD;
  }

  #ms = (sample: number) => (sample * 1000) / this.#sampleRate;
}

const isStep = ({ level, step }: Side) => step >= STEP * level;
