/** The sound of an agent, which may come ahead of time. It is heard at the pace of the call. */
import { SAMPLE_RATE, samplesOf, toSample } from "../../../engine/voice/pcm.ts";
import { Playout } from "../../../engine/voice/playout.ts";
import { Resampler } from "../../../engine/voice/resample.ts";

/** Samples of 16 bits, little-endian. */
export interface Sound {
  data: Uint8Array;
  sample_rate: number;
  channels: number;
}

/** How many samples may wait: two minutes. */
const AHEAD_MAXIMUM = 120 * SAMPLE_RATE;
/** What a voice is sent with. Another rate would be a mistake, and cost much to change. */
const RATES = { least: 4000, most: 192_000 };
const END = "end";

export class AgentSound {
  readonly #playout = new Playout(AHEAD_MAXIMUM);
  #resampler: Resampler | undefined;
  #rate = 0;
  #is_held = false;
  /** The latest utterance: how much has come, and how much of it was heard. */
  #utterance = { samples: 0, heard: 0, is_complete: false };

  /** How long the latest utterance is, and how much of it has been heard. */
  get utterance(): { readonly ms: number; readonly heard_ms: number } {
    const { samples, heard } = this.#utterance;
    const ms = (samples / SAMPLE_RATE) * 1000;
    return { ms, heard_ms: Math.min(ms, (heard / SAMPLE_RATE) * 1000) };
  }

  get is_waiting(): boolean {
    return this.#playout.waiting > 0;
  }

  push({ data, sample_rate, channels }: Sound): void {
    const isSound = sample_rate >= RATES.least && sample_rate <= RATES.most && channels >= 1;
    if (!isSound) return;
    if (sample_rate !== this.#rate) this.#resampler = new Resampler(sample_rate, SAMPLE_RATE);
    this.#rate = sample_rate;
    const samples = samplesOf(data);
    const mono = channels === 1 ? samples : samples.filter((_, at) => at % channels === 0);
    this.#play(this.#resampler?.push(mono));
  }

  /** An utterance is complete. */
  flush(): void {
    this.#play(this.#resampler?.end());
    if (this.is_waiting) this.#playout.mark(END);
    this.#utterance.is_complete = true;
  }

  /** What was not heard yet is not to be heard. */
  clear(): void {
    this.#playout.clear();
    this.#is_held = false;
    this.#utterance.is_complete = true;
  }

  /** Stops where it is, because somebody may have interrupted the agent, or continues. */
  hold(is_held: boolean): void {
    this.#is_held = is_held;
  }

  /** Nothing follows. What is held is not heard any more. */
  end(): void {
    if (this.#is_held) this.clear();
  }

  /** The next 20 ms for a line, and whether an utterance has been heard to its end. */
  next(): { readonly frame: Int16Array | null; readonly is_end: boolean } {
    if (this.#is_held) return { frame: null, is_end: false };
    const frame = this.#playout.next();
    if (frame) this.#utterance.heard += frame.length;
    return { frame, is_end: this.#playout.heardMarks().length > 0 };
  }

  #play(samples: Float64Array | undefined): void {
    if (!samples || samples.length === 0) return;
    if (this.#utterance.is_complete) this.#utterance = { samples: 0, heard: 0, is_complete: false };
    this.#utterance.samples += samples.length;
    this.#playout.push(Int16Array.from(samples, toSample));
  }
}
