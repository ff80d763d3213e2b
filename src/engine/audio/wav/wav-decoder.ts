import { WavChunkReader } from "./chunk-reader.ts";
import { type SampleReader, sampleReader } from "./sample-encoding.ts";
import { WavError } from "./wav-error.ts";
import type { WavFormat } from "./wav-format.ts";

/** Samples per channel in a full block. */
const BLOCK_LENGTH = 4096;

/**
 * Receives consecutive samples, one array for each channel, scaled to a full scale of 1. The next block
 * overwrites the arrays.
 */
export type BlockListener = (channels: readonly Float32Array[], format: WavFormat) => void;

/** Everything needed to turn bytes into samples, once the format is known. */
interface Deinterleaver {
  format: WavFormat;
  read: SampleReader;
  blockBytes: number;
  channels: readonly Float32Array[];
  /** The first bytes of a sample block that was cut at the end of the last piece. */
  carry: Uint8Array;
  carried: number;
}

/**
 * Decodes a WAV file that arrives in pieces of any size: PCM of 8, 16, 24, and 32 bits, float of 32 and 64
 * bits, µ-law, and A-law, also as WAVE_FORMAT_EXTENSIBLE. Its memory depends neither on the length of the
 * file nor on what its headers announce. An incomplete last sample block is ignored.
 *
 * `push` and `end` throw `WavError`. After that, the decoder cannot be used.
 */
export class WavDecoder {
  readonly #chunks: WavChunkReader;
  readonly #onBlock: BlockListener;
  #samples: Deinterleaver | null = null;

  constructor(onBlock: BlockListener) {
    this.#onBlock = onBlock;
    this.#chunks = new WavChunkReader(
      (format) => {
        this.#samples = deinterleaver(format);
      },
      (bytes) => this.#decode(bytes),
    );
  }

  push(piece: Uint8Array): void {
    this.#chunks.push(piece);
  }

  /** Call this when the file is complete. Returns its format. */
  end(): WavFormat {
    this.#chunks.end();
    if (this.#samples === null) throw new WavError("missing_format", "no format chunk");
    return this.#samples.format;
  }

  #decode(bytes: Uint8Array): void {
    const samples = this.#samples;
    if (samples === null) return;
    const { carry, blockBytes } = samples;
    let at = 0;
    if (samples.carried > 0) {
      at = Math.min(blockBytes - samples.carried, bytes.length);
      carry.set(bytes.subarray(0, at), samples.carried);
      samples.carried += at;
      if (samples.carried < blockBytes) return;
      this.#emit(samples, carry);
    }
    const whole = at + Math.floor((bytes.length - at) / blockBytes) * blockBytes;
    for (; at < whole; at += BLOCK_LENGTH * blockBytes) {
      this.#emit(samples, bytes.subarray(at, Math.min(whole, at + BLOCK_LENGTH * blockBytes)));
    }
    carry.set(bytes.subarray(whole));
    samples.carried = bytes.length - whole;
  }

  /** Decodes complete sample blocks, at most `BLOCK_LENGTH`. */
  #emit({ format, read, blockBytes, channels }: Deinterleaver, bytes: Uint8Array): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const length = bytes.length / blockBytes;
    const block = channels.map((channel) => channel.subarray(0, length));
    block.forEach((channel, index) => {
      let offset = index * format.sample_bytes;
      for (let at = 0; at < length; at++) {
        channel[at] = read(view, offset);
        offset += blockBytes;
      }
      if (format.encoding.startsWith("float") && !channel.every(Number.isFinite)) {
        throw new WavError("bad_sample", "a sample is not a number");
      }
    });
    this.#onBlock(block, format);
  }
}

function deinterleaver(format: WavFormat): Deinterleaver {
  const blockBytes = format.channel_count * format.sample_bytes;
  return {
    format,
    read: sampleReader(format.encoding),
    blockBytes,
    channels: Array.from({ length: format.channel_count }, () => new Float32Array(BLOCK_LENGTH)),
    carry: new Uint8Array(blockBytes),
    carried: 0,
  };
}
