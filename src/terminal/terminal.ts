/** The only code that knows about streams: everything else hands it text. */
import type { Readable, Writable } from "node:stream";
import { usage } from "../failure.ts";
import { BYTES_MAXIMUM, sizeInWords } from "../files.ts";
import { createPaint, type Paint, wantsColour } from "./colour.ts";
import { sanitize } from "./sanitize.ts";

/** The process as this program sees it; `main.ts` and tests create one. */
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

export class Terminal {
  readonly streams: Streams;
  readonly #options: TerminalOptions;

  constructor(streams: Streams, options: TerminalOptions) {
    this.streams = streams;
    this.#options = options;
  }

  /** Writes data. Resolves when the stream has taken it, so that a slow pipe is waited for. */
  write(text: string | Uint8Array): Promise<void> {
    return send(this.streams.stdout, text);
  }

  /** Writes a note for a person to stderr; `--quiet` drops it. */
  async note(text: string): Promise<void> {
    if (!this.#options.quiet) await send(this.streams.stderr, `${sanitize(text)}\n`);
  }

  /** Writes what must be seen even with `--quiet`: warnings, errors, traces. */
  async alert(text: string): Promise<void> {
    await send(this.streams.stderr, `${text}\n`);
  }

  get outIsTerminal(): boolean {
    return this.streams.stdout.isTTY === true;
  }

  /** Columns of stdout; 80 if the terminal does not say. */
  get columns(): number {
    return this.streams.stdout.columns || 80;
  }

  outPaint(): Promise<Paint> {
    return createPaint(wantsColour(this.streams.env, this.streams.stdout, this.#options.noColour));
  }

  errPaint(): Promise<Paint> {
    return createPaint(wantsColour(this.streams.env, this.streams.stderr, this.#options.noColour));
  }

  /** Whether a question may be asked: stdin and stderr are a terminal, and neither CI nor --no-input is set. */
  get isInteractive(): boolean {
    return this.nobody === undefined;
  }

  /** Why no question may be asked; undefined when one may. */
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

  /** Sends the process the signal that Ctrl-C sends while no line is being edited. */
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

function send(stream: Writable, chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    // The entry point handles stream errors (EPIPE); nobody waits for a reader that has gone.
    stream.write(chunk, () => resolve());
  });
}
