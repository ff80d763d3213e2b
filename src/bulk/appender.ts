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
  #broken: { readonly reason: unknown } | undefined;

  constructor(handle: AppendHandle) {
    this.#handle = handle;
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
      } catch (reason) {
        this.#broken = { reason };
        for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(reason);
      }
    }
    this.#running = undefined;
  }
}
