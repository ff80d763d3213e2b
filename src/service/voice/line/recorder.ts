import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { bytesOf, FRAME, LINE_CHANNELS } from "../../../engine/voice/pcm.ts";
import type { Pieces } from "../../blobs/blobs.ts";
import { wavHeader } from "../wav-header.ts";

const CHANNELS = 2;
/** How many frames are written together: a second. */
const FRAMES_AT_ONCE = 50;
const BLOCK = FRAMES_AT_ONCE * FRAME * CHANNELS;

/**
 * Records a call into a file of samples: stereo, the caller left, the agent right, on the clock of the line.
 */
export class Recorder {
  readonly #file: FileHandle;
  #block = new Int16Array(BLOCK);
  #filled = 0;
  #bytes = 0;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async begin(file: string): Promise<Recorder> {
    return new Recorder(await open(file, "wx", 0o600));
  }

  /** Records the next 20 ms of both sides. Null is silence. */
  push(caller: Int16Array, agent: Int16Array | null): void {
    for (let at = 0; at < FRAME; at++) {
      this.#block[this.#filled + LINE_CHANNELS.caller] = caller[at] ?? 0;
      this.#block[this.#filled + LINE_CHANNELS.agent] = agent?.[at] ?? 0;
      this.#filled += CHANNELS;
    }
    if (this.#filled === this.#block.length) this.#write();
  }

  /** Writes the rest. Resolves to the size of the file in bytes. Rejects if any write failed. */
  async end(): Promise<number> {
    this.#write();
    try {
      await this.#writing;
    } finally {
      await this.#file.close();
    }
    return this.#bytes;
  }

  #write(): void {
    const block = bytesOf(this.#block.subarray(0, this.#filled));
    this.#block = new Int16Array(BLOCK);
    this.#filled = 0;
    this.#bytes += block.length;
    this.#writing = this.#writing.then(() => this.#file.write(block));
    // `end` reports it.
    this.#writing.catch(() => undefined);
  }
}

/** A recorder's file as a WAV file. @param bytes the result of `end` */
export async function* wavOf(file: string, bytes: number): Pieces {
  yield wavHeader(bytes, CHANNELS);
  yield* createReadStream(file);
}
