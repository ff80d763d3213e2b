import { FRAME, rmsOf } from "./pcm.ts";

/** Sound below this level is silence that may be skipped. */
const SILENT_RMS = 30;
/** After this many frames of silence, more may be skipped, so that no pause within speech is lost. */
const SILENCE_FIRST = 15;
/**
 * An agent that sends in real time is never this many frames ahead. If it is further ahead, it has sent a
 * whole sentence, including pauses.
 */
const AHEAD = 10;

interface Mark {
  /** How many samples must be heard before the mark is answered. */
  readonly after: number;
  readonly name: string;
}

/**
 * What the other side has sent, and how much of it has been heard. Audio arrives in pieces of any size, early
 * or late, and is heard in real time. A late frame is heard late, and silence is skipped to make up for the
 * delay.
 */
export class Playout {
  readonly #limit: number;
  /**
   * Samples are kept in blocks, so that a sender of one-sample messages does not take more memory than
   * others.
   */
  #queue: Int16Array[] = [];
  /** Samples that still fit into the last block. */
  #room = 0;
  /** Samples of the first block that have been heard. */
  #offset = 0;
  #length = 0;
  #received = 0;
  #heard = 0;
  #waited = false;
  #silence = 0;
  #marks: Mark[] = [];
  /** Samples that were dropped because too many waited. */
  dropped = 0;

  /** @param limit samples that may wait */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Samples that were sent and not yet heard. */
  get waiting(): number {
    return this.#length;
  }

  push(samples: Int16Array): void {
    if (samples.length === 0) return;
    const room = this.#limit - this.#length;
    const kept = samples.length > room ? samples.subarray(0, room) : samples;
    this.dropped += samples.length - kept.length;
    for (let left = kept; left.length > 0; ) {
      if (this.#room === 0) this.#queue.push(new Int16Array(BLOCK));
      this.#room ||= BLOCK;
      const part = left.subarray(0, this.#room);
      this.#queue.at(-1)?.set(part, BLOCK - this.#room);
      this.#room -= part.length;
      left = left.subarray(part.length);
    }
    this.#length += kept.length;
    this.#received += kept.length;
  }

  /**
   * Makes `heardMarks` return `name` when all audio so far has been heard. Returns false if too many marks
   * are waiting.
   */
  mark(name: string): boolean {
    if (this.#marks.length >= MARKS_MAXIMUM) return false;
    this.#marks.push({ after: this.#received, name });
    return true;
  }

  /** The marks whose audio has been heard. */
  heardMarks(): string[] {
    const heard = this.#marks.filter(({ after }) => after <= this.#heard);
    if (heard.length > 0) this.#marks = this.#marks.filter(({ after }) => after > this.#heard);
    return heard.map(({ name }) => name);
  }

  /** Drops audio that has not been heard. Returns the marks that were waiting for it. */
  clear(): string[] {
    const names = this.#marks.map(({ name }) => name);
    this.#queue = [];
    this.#room = 0;
    this.#offset = 0;
    this.#length = 0;
    this.#marks = [];
    this.#heard = this.#received;
    return names;
  }

  /** The next 20 ms to hear. Null if nothing has arrived. */
  next(): Int16Array | null {
    const frame = this.#take();
    const isSilent = frame === null || rmsOf(frame) < SILENT_RMS;
    this.#silence = isSilent ? this.#silence + 1 : 0;
    const isLate = this.#length >= FRAME && this.#length < AHEAD * FRAME;
    return frame && isSilent && isLate && this.#silence > SILENCE_FIRST ? this.#take() : frame;
  }

  #take(): Int16Array | null {
    if (this.#length === 0) return null;
    // The rest of a frame may be on its way. After one tick, what has arrived counts as the end.
    if (this.#length < FRAME && !this.#waited) {
      this.#waited = true;
      return null;
    }
    this.#waited = false;
    const frame = new Int16Array(FRAME);
    const wanted = Math.min(FRAME, this.#length);
    let filled = 0;
    while (filled < wanted) {
      const first = this.#queue[0];
      if (!first) break;
      const part = first.subarray(this.#offset, this.#offset + wanted - filled);
      frame.set(part, filled);
      filled += part.length;
      this.#offset += part.length;
      if (this.#offset < first.length) continue;
      this.#queue.shift();
      this.#offset = 0;
    }
    this.#length -= filled;
    this.#heard += filled;
    return frame;
  }
}

/** Samples per block. */
const BLOCK = 16 * FRAME;
/** How many marks may wait at a time. */
const MARKS_MAXIMUM = 1000;
