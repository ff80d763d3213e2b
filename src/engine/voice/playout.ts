import { FRAME, rmsOf } from "./pcm.ts";

/** Sound below this is silence that may be skipped. */
const SILENT_RMS = 30;
/** Silence of this many frames has been heard before any is skipped, so that no pause within speech gets lost. */
const SILENCE_FIRST = 15;
/** Somebody who sends in real time is never this many frames ahead; who is has sent a whole sentence, pauses included. */
const AHEAD = 10;

interface Mark {
  /** Samples that have to be heard before it is answered. */
  readonly after: number;
  readonly name: string;
}

/**
 * What the other side has sent and what of it has been heard: audio comes in pieces of any size, early or late, and is
 * heard in real time. A frame that comes late is heard late; the delay is made up for in silence.
 */
export class Playout {
  readonly #limit: number;
  /** Blocks of samples: whoever sends one sample in each message must not take more memory than others. */
  #queue: Int16Array[] = [];
  /** Samples that fit into the last block. */
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

  /** Samples that were sent and not heard yet. */
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

  /** Asks for `name` from `heardMarks` when all that has come so far has been heard. Returns false if too many wait. */
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

  /** Forgets what has not been heard. Returns the marks that wait for it; they wait no longer. */
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

  /** The next 20 ms of what is heard; null if nothing has come. */
  next(): Int16Array | null {
    const frame = this.#take();
    const isSilent = frame === null || rmsOf(frame) < SILENT_RMS;
    this.#silence = isSilent ? this.#silence + 1 : 0;
    const isLate = this.#length >= FRAME && this.#length < AHEAD * FRAME;
    return frame && isSilent && isLate && this.#silence > SILENCE_FIRST ? this.#take() : frame;
  }

  #take(): Int16Array | null {
    if (this.#length === 0) return null;
    // The rest of a frame may be under way; after a tick it is taken for the end.
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

/** Samples that are kept together. */
const BLOCK = 16 * FRAME;
/** Marks that may wait at a time. */
const MARKS_MAXIMUM = 1000;
