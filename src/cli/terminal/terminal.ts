/** The only code that knows about streams. All other code gives it text. */
import type { Readable, Writable } from "node:stream";
import { Failure, usage } from "../../lib/failure.ts";
import { BYTES_MAXIMUM, sizeInWords } from "../../lib/files.ts";
import { createPaint, type Paint, wantsColour } from "./colour.ts";
import { sanitize } from "./sanitize.ts";

/** The process as this program sees it. `main.ts` and tests create one. */
export interface Streams {
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Writable & { isTTY?: boolean; columns?: number };
  readonly stderr: Writable & { isTTY?: boolean; columns?: number; rows?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface TerminalOptions {
  readonly noColour: boolean;
  readonly noInput: boolean;
  readonly quiet: boolean;
}

/** The error of a write if the reader has gone. */
const READER_GONE: readonly unknown[] = ["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"];

export class Terminal {
  readonly streams: Streams;
  readonly #options: TerminalOptions;
  readonly #lost = new AbortController();
  #fault: Failure | undefined;

  constructor(streams: Streams, options: TerminalOptions) {
    this.streams = streams;
    this.#options = options;
  }

  /**
   * Writes data. Resolves when the stream has accepted it, so that the program waits for a slow pipe. It
   * never fails: once a write has failed, later ones do nothing, and the command continues to its own end and
   * its own exit code.
   */
  async write(text: string | Uint8Array): Promise<void> {
    if (this.#lost.signal.aborted) return;
    const error = await send(this.streams.stdout, text);
    if (!error || this.#lost.signal.aborted) return;
    if (!READER_GONE.includes(error.code)) this.#fault = notWritten(error);
    this.#lost.abort(this.#fault);
  }

  /**
   * Aborts when stdout accepts no more, for commands that exist only to print and would otherwise never end.
   */
  get outputLost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Why stdout is incomplete; undefined if all is well, or if the reader simply stopped reading (`| head`). */
  get outputFault(): Failure | undefined {
    return this.#fault;
  }

  /** Writes a note for a person to stderr. `--quiet` suppresses it. */
  async note(text: string): Promise<void> {
    if (this.#options.quiet) return;
    await this.alert(sanitize(text));
  }

  /**
   * Writes text that must be seen even with `--quiet`: warnings, errors, traces. Long lines break between words on a
   * terminal, unless the text is `exact`.
   */
  async alert(text: string, { exact = false } = {}): Promise<void> {
    const columns = this.errColumns;
    // Loaded only for text that is too long, because it has to measure widths.
    const isLong = !exact && columns !== undefined && text.length > columns;
    await send(this.streams.stderr, `${isLong ? (await import("./wrap.ts")).wrap(text, columns) : text}\n`);
  }

  /** The width of stderr in columns; undefined if it is not a terminal. */
  get errColumns(): number | undefined {
    const { isTTY, columns } = this.streams.stderr;
    return isTTY === true ? columns || 80 : undefined;
  }

  get outIsTerminal(): boolean {
    return this.streams.stdout.isTTY === true;
  }

  /** The width of stdout in columns; 80 if the terminal does not say. */
  get columns(): number {
    return this.streams.stdout.columns || 80;
  }

  outPaint(): Promise<Paint> {
    return createPaint(wantsColour(this.streams.env, this.streams.stdout, this.#options.noColour));
  }

  errPaint(): Promise<Paint> {
    return createPaint(wantsColour(this.streams.env, this.streams.stderr, this.#options.noColour));
  }

  /**
   * Whether a question may be asked: stdin and stderr are a terminal, and neither CI nor --no-input is set.
   */
  get isInteractive(): boolean {
    return this.nobody === undefined;
  }

  /** Why no question may be asked; undefined if one may. */
  get nobody(): string | undefined {
    const { stdin, stderr, env } = this.streams;
    if (this.#options.noInput) return "--no-input is set";
    if (stdin.isTTY !== true || stderr.isTTY !== true) return "no terminal";
    return env["CI"] ? "CI is set" : undefined;
  }

  /** Whether stderr may show animation. */
  get isLive(): boolean {
    const { stderr, env } = this.streams;
    return stderr.isTTY === true && !env["CI"] && env["TERM"] !== "dumb" && !this.#options.quiet;
  }

  /** Sends the process the signal that Ctrl-C sends when no line is being edited. */
  interrupt(): void {
    process.kill(process.pid, "SIGINT");
  }

  /** All of stdin as text, unchanged. */
  async readStdin(): Promise<string> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of this.streams.stdin) {
      chunks.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes > BYTES_MAXIMUM.body)
        throw usage(`standard input is larger than ${sizeInWords(BYTES_MAXIMUM.body)}`);
    }
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
    } catch {
      throw usage("standard input is not valid UTF-8");
    }
  }
}

/**
 * Resolves with the error if the stream did not accept it. The entry point prevents the stream's `error`
 * event from ending the process.
 */
function send(stream: Writable, chunk: string | Uint8Array): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    stream.write(chunk, (error) => resolve(error ?? undefined));
  });
}

const notWritten = (cause: Error) =>
  new Failure("failed", `cannot write to standard output: ${cause.message}`, {
    code: "output",
    hint: "the output is incomplete, but the command itself was carried out",
    cause,
  });
