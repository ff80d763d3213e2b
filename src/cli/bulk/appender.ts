/** Appends lines durably. Lines that arrive while an fsync runs share the next one. */

/** The part of a `FileHandle` that the appender uses. */
export interface AppendHandle {
  appendFile(text: string): Promise<void>;
  datasync(): Promise<void>;
  close(): Promise<void>;
}

/** Lines that share an fsync, and one promise for all of them. */
class Batch {
  readonly lines: string[] = [];
  readonly durable: Promise<void>;
  resolve: () => void = () => undefined;
  reject: (reason: unknown) => void = () => undefined;

  constructor() {
    this.durable = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

export class Appender {
  readonly #handle: AppendHandle;
  #next: Batch | undefined;
  #running: Promise<void> | undefined;
  readonly #pause: () => Promise<void>;
  readonly #explain: (error: unknown) => unknown;
  #closing = false;
  #broken: { readonly reason: unknown } | undefined;

  /**
   * @param pause between two fsyncs; lines that arrive meanwhile share the second one
   * @param explain turns the file's own error into the one that callers get
   */
  constructor(
    handle: AppendHandle,
    pause: () => Promise<void> = async () => undefined,
    explain: (error: unknown) => unknown = (error) => error,
  ) {
    this.#handle = handle;
    this.#pause = pause;
    this.#explain = explain;
  }

  /**
   * Resolves when the line is on disk. After the first error, nothing more is written and every call rejects
   * with that error: half a line may be on disk, and a failed fsync says nothing about what a later one
   * covers.
   */
  append(line: string): Promise<void> {
    if (this.#broken) return Promise.reject(this.#broken.reason);
    this.#next ??= new Batch();
    this.#next.lines.push(line);
    const { durable } = this.#next;
    this.#running ??= this.#drain();
    return durable;
  }

  /** Waits for all appended lines, then closes the file. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#running;
    await this.#handle.close();
  }

  async #drain(): Promise<void> {
    // A caller that appends one line is about to append others.
    await undefined;
    for (let batch = this.#taken(); batch; batch = this.#taken()) {
      try {
        await this.#handle.appendFile(`${batch.lines.join("\n")}\n`);
        await this.#handle.datasync();
        batch.resolve();
        if (!this.#closing) await this.#pause();
      } catch (error) {
        const reason = this.#explain(error);
        this.#broken = { reason };
        batch.reject(reason);
        this.#taken()?.reject(reason);
      }
    }
    this.#running = undefined;
  }

  #taken(): Batch | undefined {
    const batch = this.#next;
    this.#next = undefined;
    return batch;
  }
}
