/**
 * The journal of bulk work. It records on disk that an item is about to be sent, and how it ended, before
 * anything depends on that.
 */
import { Failure } from "../../lib/failure.ts";
import { Appender, type AppendHandle } from "./appender.ts";
import {
  type End,
  type Entry,
  type Identity,
  type ItemState,
  identityOf,
  type JournalState,
  lineOf,
} from "./entries.ts";

export interface JournalOptions {
  readonly file: string;
  readonly handle: AppendHandle;
  /** The state that earlier runs left. */
  readonly state: JournalState;
  /** Milliseconds since 1970. */
  now(): number;
  /** The time between two fsyncs; none by default. */
  pause?(): Promise<void>;
  /** Called after the file is closed. */
  release?(): Promise<void>;
}

export class Journal {
  readonly #options: JournalOptions;
  readonly #appender: Appender;
  /** The last time that was written, and its text. With thousands of entries per second, many share one. */
  #moment = { at: Number.NaN, text: "" };

  constructor(options: JournalOptions) {
    this.#options = options;
    const { handle, pause, file } = options;
    this.#appender = new Appender(handle, pause, (error) => unwritable(error, file));
  }

  get file(): string {
    return this.#options.file;
  }

  /** The state in which earlier runs left an item; undefined if none started it. */
  get(item: Identity): ItemState | undefined {
    return this.#options.state.get(identityOf(item));
  }

  /**
   * Resolves when the journal on disk says that the item is about to be sent. @throws Failure if it cannot be
   * written
   */
  begin({ key, sha256 }: Identity, idempotency_key?: string): Promise<void> {
    return this.#append({ entry: "begin", key, sha256, at: this.#at(), idempotency_key });
  }

  /** Resolves when the journal on disk says how the item ended. @throws Failure if it cannot be written */
  end({ key, sha256 }: Identity, { outcome, id, message }: End): Promise<void> {
    return this.#append({ entry: "end", key, sha256, at: this.#at(), outcome, id, message });
  }

  async close(): Promise<void> {
    try {
      await this.#appender.close();
    } finally {
      await this.#options.release?.();
    }
  }

  #at(): string {
    const at = this.#options.now();
    if (at !== this.#moment.at) this.#moment = { at, text: new Date(at).toISOString() };
    return this.#moment.text;
  }

  #append(entry: Entry): Promise<void> {
    return this.#appender.append(lineOf(entry));
  }
}

function unwritable(error: unknown, file: string): Failure {
  const full = (error as NodeJS.ErrnoException).code === "ENOSPC";
  const why = full ? "the disk is full" : error instanceof Error ? error.message : String(error);
  return new Failure("failed", `cannot write the journal: ${why}`, {
    where: file,
    code: "journal",
    hint: `${full ? "make room" : "fix that"} and run the same command again: it sends what is missing`,
    cause: error,
  });
}
