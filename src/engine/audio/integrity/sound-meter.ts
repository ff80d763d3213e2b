import type { Places } from "../../metrics/audio/defects.ts";
import { ClippingMeter } from "./clipping-meter.ts";
import { CutMeter } from "./cut-meter.ts";
import { GapMeter, MIN_GAP_MS } from "./gap-meter.ts";
import { History } from "./history.ts";
import { OffsetMeter } from "./offset-meter.ts";
import { addPlace, noPlaces } from "./places.ts";
import { MAX_LAG_MS, RepeatFinder } from "./repeat-finder.ts";
import { RunFinder } from "./run-finder.ts";

/** A repetition at a shorter lag is a frame that was played again, at a longer one a loop. */
const LOOP_MS = 100;

/** What is wrong with the samples of a channel. */
export interface SampleDefects {
  clipping: Places;
  dropouts: Places;
  /** Also where the side stopped because the other one spoke. */
  cut_replies: Places;
  frozen: Places;
  loops: Places;
  dc_offset: Places;
}

/** Finds what is wrong with the samples of one channel, in one pass and in constant memory. */
export class SoundMeter {
  readonly #history: History;
  readonly #clipping: ClippingMeter;
  readonly #cuts: CutMeter;
  readonly #gaps: GapMeter;
  readonly #offset: OffsetMeter;
  readonly #repeats: RepeatFinder;
  readonly #runs: RunFinder;
  readonly #frozen = noPlaces();
  readonly #loops = noPlaces();

  constructor(sampleRate: number) {
    this.#history = new History((2.1 * MAX_LAG_MS * sampleRate) / 1000);
    this.#clipping = new ClippingMeter(this.#history, sampleRate);
    this.#cuts = new CutMeter(this.#history, sampleRate);
    this.#gaps = new GapMeter(this.#history, sampleRate);
    this.#offset = new OffsetMeter(sampleRate);
    this.#repeats = new RepeatFinder(this.#history, sampleRate, ({ start, end, lag }) => {
      const isLoop = (lag * 1000) / sampleRate >= LOOP_MS;
      addPlace(
        isLoop ? this.#loops : this.#frozen,
        { start_ms: (start * 1000) / sampleRate, end_ms: (end * 1000) / sampleRate },
        -1,
      );
    });
    this.#runs = new RunFinder(this.#history, Math.round((sampleRate * MIN_GAP_MS) / 1000), {
      flat: (run) => this.#clipping.addRun(run),
      still: (run) => this.#gaps.addRun(run),
    });
  }

  add(samples: Float32Array): void {
    for (let at = 0; at < samples.length; at++) {
      const sample = samples[at] ?? 0;
      this.#history.push(sample);
      this.#clipping.add();
      this.#runs.add();
      this.#cuts.add(sample);
      this.#gaps.add();
      this.#repeats.add();
      this.#offset.add(sample);
    }
  }

  /** Call this when the recording is complete. */
  end(): SampleDefects {
    this.#runs.end();
    this.#gaps.end();
    this.#repeats.end();
    return {
      clipping: this.#clipping.places(),
      dropouts: this.#gaps.dropouts,
      cut_replies: this.#cuts.cuts,
      frozen: this.#frozen,
      loops: this.#loops,
      dc_offset: this.#offset.places(),
    };
  }
}
