/** Appends lines durably: what arrives while an fsync runs shares the next one. */

/** What is needed of a `FileHandle`. */
export interface AppendHandle {
  appendFile(text: string): Promise<void>;
  datasync(): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly line: string;
  resolve(): void;
  reject(reason: unknown): void;
}

export class Appender {
  readonly #handle: AppendHandle;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  readonly #pause: () => Promise<void>;
  #closing = false;
  #broken: { readonly reason: unknown } | undefined;

  /** @param pause between an fsync and the next: what arrives meanwhile shares it */
  constructor(handle: AppendHandle, pause: () => Promise<void> = async () => undefined) {
    this.#handle = handle;
    this.#pause = pause;
  }

  /**
   * Resolves when the line is on disk. After the first error nothing is written any more and every call rejects
   * with it: half a line may be there, and a failed fsync says nothing about what a later one covers.
   */
  append(line: string): Promise<void> {
    if (this.#broken) return Promise.reject(this.#broken.reason);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, resolve, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Waits for what was appended, then closes the file. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#running;
    await this.#handle.close();
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        await this.#handle.appendFile(batch.map(({ line }) => `${line}\n`).join(""));
        await this.#handle.datasync();
        for (const { resolve } of batch) resolve();
        if (!this.#closing) await this.#pause();
      } catch (reason) {
        this.#broken = { reason };
        for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(reason);
      }
    }
    this.#running = undefined;
  }
}
