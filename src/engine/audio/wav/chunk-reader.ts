import { isWav } from "../../../contract/media.ts";
import { WavError } from "./wav-error.ts";
import { MAX_FORMAT_BYTES, parseWavFormat, type WavFormat } from "./wav-format.ts";

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** The size of the file is written here. It does not count what comes before. */
const RIFF_SIZE_END = 8;

/**
 * Means that the size of the samples does not fit here: the `ds64` chunk has it. Programs that do not know
 * the size yet write it too, without that chunk or with a zero in it. Then the samples continue to the end of
 * the file.
 */
const UNKNOWN_SIZE = 0xffffffff;

/** What SoX writes as the size of samples that it sends on before it knows their size. */
const UNKNOWN_SIZE_OF_SOX = 0x7ffff000;

/**
 * A `ds64` chunk (RF64, EBU Tech 3306) begins with the size of the file and the size of the samples, 64 bits
 * each.
 */
const LONG_SIZES_BYTES = 16;

type State = "riff" | "chunk" | "sizes" | "format" | "skip" | "samples" | "rest";

/**
 * Reads the chunks of a WAV file that arrives in pieces of any size. Keeps at most 40 bytes, whatever sizes
 * the headers announce. Ignores bytes after the samples. Throws `WavError`.
 */
export class WavChunkReader {
  format: WavFormat | null = null;
  #state: State = "riff";
  /** How many bytes the file has by its first header, and how many have arrived. */
  #announced = 0;
  #arrived = 0;
  readonly #header = new Uint8Array(MAX_FORMAT_BYTES);
  #headerLength = 0;
  /** The size of the current header, or how many bytes are left to skip, or left of the samples. */
  #wanted = RIFF_HEADER_BYTES;
  /** How many bytes to skip after the part of a chunk that is read. */
  #skipAfter = 0;
  /** The size of the samples, if a `ds64` chunk has it. */
  #longSize: number | undefined;
  readonly #onFormat: (format: WavFormat) => void;
  readonly #onSamples: (bytes: Uint8Array) => void;

  /** `onSamples` gets the sample bytes in order, in pieces cut anywhere. */
  constructor(onFormat: (format: WavFormat) => void, onSamples: (bytes: Uint8Array) => void) {
    this.#onFormat = onFormat;
    this.#onSamples = onSamples;
  }

  push(piece: Uint8Array): void {
    let at = 0;
    while (at < piece.length && this.#state !== "rest") {
      const part = piece.subarray(at, Math.min(piece.length, at + this.#wanted));
      at += part.length;
      this.#arrived += part.length;
      this.#wanted -= part.length;
      if (this.#state === "samples") this.#onSamples(part);
      else if (this.#state !== "skip") this.#collect(part);
      while (this.#wanted === 0) this.#advance();
    }
  }

  /** Throws `WavError` if the file ended before everything that its headers announce. */
  end(): void {
    if (this.#state === "riff") throw new WavError("not_wav", "shorter than the header of a WAV file");
    const complete =
      this.#state === "rest" || (this.#state === "samples" && this.#wanted === Number.POSITIVE_INFINITY);
    if (!complete) throw new WavError("truncated", "the file ends before its samples do");
  }

  #collect(part: Uint8Array): void {
    this.#header.set(part, this.#headerLength);
    this.#headerLength += part.length;
  }

  /** Moves to the next part when all the bytes of this one have arrived. */
  #advance(): void {
    const header = this.#header.subarray(0, this.#headerLength);
    this.#headerLength = 0;
    if (this.#state === "riff") {
      if (!isWav(header)) throw new WavError("not_wav", "the file does not begin as a WAV file");
      this.#announced = RIFF_SIZE_END + new DataView(header.buffer).getUint32(RIFF_SIZE_END - 4, true);
      this.#expect("chunk", CHUNK_HEADER_BYTES);
    } else if (this.#state === "chunk") {
      this.#enterChunk(textOf(header, 0), new DataView(header.buffer).getUint32(4, true));
    } else if (this.#state === "sizes") {
      this.#longSize = Number(new DataView(header.buffer).getBigUint64(8, true)) || undefined;
      this.#expect("skip", this.#skipAfter);
    } else if (this.#state === "format") {
      this.format = parseWavFormat(header);
      this.#onFormat(this.format);
      this.#expect("skip", this.#skipAfter);
    } else if (this.#state === "skip") {
      this.#expect("chunk", CHUNK_HEADER_BYTES);
    } else {
      this.#expect("rest", Number.POSITIVE_INFINITY);
    }
  }

  #enterChunk(id: string, size: number): void {
    // A chunk with an odd size is followed by one byte of padding.
    const padded = size + (size % 2);
    if (id === "fmt " && this.format === null) {
      const body = Math.min(size, MAX_FORMAT_BYTES);
      this.#skipAfter = padded - body;
      this.#expect("format", body);
    } else if (id === "ds64" && size >= LONG_SIZES_BYTES) {
      this.#skipAfter = padded - LONG_SIZES_BYTES;
      this.#expect("sizes", LONG_SIZES_BYTES);
    } else if (id === "data") {
      if (this.format === null) throw new WavError("missing_format", "the samples come before the format");
      this.#expect("samples", this.#sizeOfSamples(size));
    } else {
      this.#expect("skip", padded);
    }
  }

  #sizeOfSamples(size: number): number {
    if (size === UNKNOWN_SIZE) return this.#longSize ?? Number.POSITIVE_INFINITY;
    // A program that was stopped before it could fill in the sizes leaves none.
    const isNotFilledIn = size === 0 && this.#announced <= this.#arrived;
    return isNotFilledIn || size === UNKNOWN_SIZE_OF_SOX ? Number.POSITIVE_INFINITY : size;
  }

  #expect(state: State, wanted: number): void {
    this.#state = state;
    this.#wanted = wanted;
  }
}

function textOf(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
