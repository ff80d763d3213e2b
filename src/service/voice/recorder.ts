import { createReadStream } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesOf, FRAME } from "../../engine/voice/pcm.ts";
import type { Pieces } from "../blobs/blobs.ts";
import { wavHeader } from "./wav-header.ts";

const CHANNELS = 2;
/** Frames that are written together: a second. */
const FRAMES_AT_ONCE = 50;
const BLOCK = FRAMES_AT_ONCE * FRAME * CHANNELS;

/** Records a call in a temporary file: stereo, the caller left, the agent right, on the clock of the line. */
export class Recorder {
  readonly #folder: string;
  readonly #file: FileHandle;
  #block = new Int16Array(BLOCK);
  #filled = 0;
  #bytes = 0;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(folder: string, file: FileHandle) {
    this.#folder = folder;
    this.#file = file;
  }

  static async begin(): Promise<Recorder> {
    const folder = await mkdtemp(join(tmpdir(), "parley-call-"));
    return new Recorder(folder, await open(join(folder, "samples"), "wx+", 0o600));
  }

  /** The next 20 ms of both sides; null is silence. */
  push(caller: Int16Array, agent: Int16Array | null): void {
    for (let at = 0; at < FRAME; at++) {
      this.#block[this.#filled++] = caller[at] ?? 0;
      this.#block[this.#filled++] = agent?.[at] ?? 0;
    }
    if (this.#filled === this.#block.length) this.#write();
  }

  /** The call as a WAV file, given to `use` in pieces. */
  async finish<T>(use: (pieces: Pieces) => Promise<T>): Promise<T> {
    this.#write();
    await this.#writing;
    return use(this.#pieces());
  }

  /** Removes the temporary file. */
  async close(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#file.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #write(): void {
    const block = bytesOf(this.#block.subarray(0, this.#filled));
    this.#block = new Int16Array(BLOCK);
    this.#filled = 0;
    this.#bytes += block.length;
    this.#writing = this.#writing.then(() => this.#file.write(block));
    // Whoever finishes the recording is told.
    this.#writing.catch(() => undefined);
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    yield wavHeader(this.#bytes, CHANNELS);
    yield* createReadStream(join(this.#folder, "samples"));
  }
}
