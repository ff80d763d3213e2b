import { powerToDbfs } from "../audio/decibels.ts";
import { voiceThreshold } from "../audio/voice-activity.ts";
import { FRAME, FULL_SCALE, TICK_MS } from "./pcm.ts";

/** Levels are measured over half a frame, so beginnings and ends are exact to 10 ms. */
const PART = FRAME / 2;
const PART_MS = TICK_MS / 2;
/** How many levels are remembered: half a minute. */
const REMEMBERED = 30_000 / PART_MS;
/** Sound of this length is speech. Shorter sounds are clicks. */
const ONSET_PARTS = 6;
/** A pause of this length ends the speech that `speaking` reports. */
const PAUSE_PARTS = 20;
const LOWEST_DBFS = 120;
/** The assumed quiet of a line, as long as there is no level to compare with. */
const QUIET_DBFS = -75;

/** What has changed with a frame. Times are milliseconds on the clock of the line. */
export interface VoiceChange {
  readonly began_ms?: number;
  /** When the last sound of the speech ended. */
  readonly ended_ms?: number;
}

/**
 * Finds out from the audio when the other side speaks. An agent that keeps sending frames of silence counts
 * as silent. The threshold is the same as for recordings, over the last half minute.
 */
export class VoiceDetector {
  /** How often each level (in whole dB below full scale) occurred, and the sequence of levels. */
  readonly #counts = new Uint16Array(LOWEST_DBFS + 1);
  readonly #levels: number[] = [];
  #parts = 0;
  #active = 0;
  #firstActive = 0;
  #lastActive = Number.NEGATIVE_INFINITY;
  #speaking = false;

  get speaking(): boolean {
    return this.#speaking;
  }

  /** When the last sound ended, on the clock of the line. */
  get lastSound_ms(): number {
    return (this.#lastActive + 1) * PART_MS;
  }

  /** Processes the next 20 ms. Null is silence. */
  push(frame: Int16Array | null): VoiceChange {
    return { ...this.#part(frame, 0), ...this.#part(frame, PART) };
  }

  #part(frame: Int16Array | null, from: number): VoiceChange {
    const level = frame ? levelOf(frame, from) : -LOWEST_DBFS;
    const place = this.#parts++;
    const isActive = level > this.#threshold();
    this.#remember(level);
    if (isActive) {
      if (this.#active === 0) this.#firstActive = place;
      this.#active++;
      this.#lastActive = place;
      if (this.#speaking || this.#active < ONSET_PARTS) return {};
      this.#speaking = true;
      return { began_ms: this.#firstActive * PART_MS };
    }
    const pause = place - this.#lastActive;
    // A short gap does not restart the count. Otherwise, stuttering sound would never be speech.
    if (pause >= ONSET_PARTS) this.#active = 0;
    if (!this.#speaking || pause < PAUSE_PARTS) return {};
    this.#speaking = false;
    return { ended_ms: this.lastSound_ms };
  }

  #remember(level: number): void {
    const below = Math.min(LOWEST_DBFS, Math.max(0, Math.round(-level)));
    this.#levels.push(below);
    this.#counts[below] = (this.#counts[below] ?? 0) + 1;
    if (this.#levels.length <= REMEMBERED) return;
    const oldest = this.#levels.shift() ?? 0;
    this.#counts[oldest] = (this.#counts[oldest] ?? 1) - 1;
  }

  #threshold(): number {
    const heard = this.#levels.length;
    // A call may start with speech, when nothing is known about its quiet.
    const quiet = heard < ONSET_PARTS ? QUIET_DBFS : Math.min(-this.#level(0.9), -LOUDEST_QUIET);
    const loud = heard < ONSET_PARTS ? QUIET_DBFS : -this.#level(0.02);
    return voiceThreshold(quiet, loud);
  }

  /** The level, in dB below full scale, that a share of the remembered parts reach. */
  #level(share: number): number {
    const wanted = share * this.#levels.length;
    let seen = 0;
    for (let below = 0; below <= LOWEST_DBFS; below++) {
      seen += this.#counts[below] ?? 0;
      if (seen > wanted) return below;
    }
    return LOWEST_DBFS;
  }
}

/**
 * No line is noisier than this when the agent is silent. It prevents an agent that speaks without a pause
 * from counting as its own noise.
 */
const LOUDEST_QUIET = 45;

function levelOf(frame: Int16Array, from: number): number {
  let sum = 0;
  let squares = 0;
  for (let at = from; at < from + PART; at++) {
    const sample = (frame[at] ?? 0) / FULL_SCALE;
    sum += sample;
    squares += sample * sample;
  }
  return powerToDbfs(Math.max(0, squares / PART - (sum / PART) ** 2));
}
