import type { Codec } from "./codecs.ts";

/** Pieces smaller than this are put together, so that a sender of tiny ones takes no more memory than others. */
const BLOCK = 1024;

interface Block {
  readonly codec: Codec;
  bytes: Buffer;
  filled: number;
}
interface Mark {
  readonly name: string;
}

/**
 * What a telephone agent has sent ahead: audio as it came, and the marks in it. Decoding takes fifty times as
 * long as receiving, so it is done shortly before the audio is heard, and not at all for audio that is cleared.
 */
export class Undecoded {
  readonly #most_ms: number;
  readonly #marks_most: number;
  #waiting: (Block | Mark)[] = [];
  #waiting_ms = 0;
  #marks = 0;

  /** @param most_ms how much audio may wait @param marks_most how many marks may wait */
  constructor(most_ms: number, marks_most: number) {
    this.#most_ms = most_ms;
    this.#marks_most = marks_most;
  }

  /** Returns how much of it was dropped, in milliseconds, because too much audio waits. */
  push(codec: Codec, bytes: Buffer): number {
    const whole = bytes.subarray(0, bytesOf(codec, lengthOf(codec, bytes.length)));
    const kept = whole.subarray(0, bytesOf(codec, this.#most_ms - this.#waiting_ms));
    this.#waiting_ms += lengthOf(codec, kept.length);
    const last = this.#waiting.at(-1);
    if (kept.length >= BLOCK) this.#waiting.push({ codec, bytes: kept, filled: kept.length });
    else if (last && "codec" in last && takes(last, codec, kept.length))
      last.filled += kept.copy(last.bytes, last.filled);
    else if (kept.length > 0) {
      const block = Buffer.alloc(BLOCK);
      this.#waiting.push({ codec, bytes: block, filled: kept.copy(block) });
    }
    return lengthOf(codec, whole.length - kept.length);
  }

  /** Returns false if too many marks wait. */
  mark(name: string): boolean {
    if (this.#marks >= this.#marks_most) return false;
    this.#marks++;
    this.#waiting.push({ name });
    return true;
  }

  /** Hands over the next audio, at most this long, and the marks in it, in order. */
  take(most_ms: number, audio: (codec: Codec, bytes: Buffer) => void, mark: (name: string) => void): void {
    let left_ms = most_ms;
    let taken = 0;
    for (const first of this.#waiting) {
      if ("name" in first) {
        this.#marks--;
        mark(first.name);
      } else {
        const { codec, bytes, filled } = first;
        const part = bytes.subarray(0, Math.min(filled, bytesOf(codec, left_ms)));
        const ms = lengthOf(codec, part.length);
        this.#waiting_ms -= ms;
        left_ms -= ms;
        if (part.length > 0) audio(codec, part);
        if (part.length < filled) {
          first.bytes = bytes.subarray(part.length);
          first.filled -= part.length;
          break;
        }
      }
      taken++;
    }
    if (taken > 0) this.#waiting = this.#waiting.slice(taken);
  }

  /** Drops everything. Returns the names of the marks. */
  clear(): string[] {
    const names = this.#waiting.flatMap((one) => ("name" in one ? [one.name] : []));
    this.#waiting = [];
    this.#waiting_ms = 0;
    this.#marks = 0;
    return names;
  }
}

const takes = ({ codec, bytes, filled }: Block, other: Codec, more: number): boolean =>
  codec.rate === other.rate && codec.decode === other.decode && filled + more <= bytes.length;

const lengthOf = ({ rate, width }: Codec, bytes: number): number => (bytes / width / rate) * 1000;

/** How many bytes of whole samples fit into this time. */
const bytesOf = ({ rate, width }: Codec, ms: number): number =>
  width * Math.max(0, Math.floor((ms * rate) / 1000 + 1e-6));
