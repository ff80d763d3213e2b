/** The process: its streams, its signals, its exit code. No other part of the program touches them. */
import { fstatSync, writeSync } from "node:fs";
import { Failure } from "../lib/failure.ts";
import { completions } from "./completion/run.ts";
import { quickAnswer } from "./quick.ts";
import type { Streams } from "./terminal/terminal.ts";

declare const __VERSION__: string;

/** @param read the text of a file that the build wrote, by its path within `dist/` */
export async function main(read: (name: string) => string): Promise<void> {
  const argv = process.argv.slice(2);
  const isPiped = !fstatSync(1).isCharacterDevice();
  const quick =
    argv[0] === "__complete"
      ? await completions(argv.slice(1), () => read("completion.json"), place)
      : quickAnswer(argv, {
          version: __VERSION__,
          read,
          columns: isPiped ? undefined : streams.stdout.columns,
        });
  // Creating process.stdout for a pipe takes longer than printing such an answer.
  if (quick !== undefined && (isPiped ? await writeToPipe(quick) : await writeTo(quick))) return;
  const signal = interruptions();
  const { run } = await import("./run.ts");
  const exitCode = await run({
    argv,
    streams,
    cwd: process.cwd(),
    platform: process.platform,
    version: __VERSION__,
    nodeVersion: process.versions.node,
    signal,
  });
  // All output has been written. Anything still open, such as a kept-alive connection, need not be closed
  // cleanly.
  process.exit(exitCode);
}

/**
 * Each stream is created and guarded on first use, because creating one takes a good part of the start-up
 * time.
 */
const streams: Streams = {
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return guarded(process.stdout);
  },
  get stderr() {
    return guarded(process.stderr);
  },
  get env() {
    return environment();
  },
};

/** Asks the system only if no variable names the home folder, because loading `node:os` takes time. */
function environment(): NodeJS.ProcessEnv {
  const { env } = process;
  if (env["HOME"] || env["USERPROFILE"]) return env;
  try {
    env["HOME"] = process.getBuiltinModule("node:os").homedir();
  } catch {
    // A user without an entry in the system has no home folder. Any code that needs it reports that.
  }
  return env;
}

/**
 * The writer learns about a failed write from its callback. Without a listener, the event would end the
 * process.
 */
function guarded(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return stream.listeners("error").includes(ignore) ? stream : stream.on("error", ignore);
}

function ignore(): void {}

const place = () => ({ env: environment(), cwd: process.cwd(), platform: process.platform });

/** Aborts at the first signal. A second one ends the process: the user does not want to wait. */
function interruptions(): AbortSignal {
  const abort = new AbortController();
  let isSecond = false;
  const onSignal = (outcome: "interrupted" | "terminated") => () => {
    if (isSecond) process.exit(outcome === "interrupted" ? 130 : 143);
    if (abort.signal.aborted) return;
    // The library with which conf writes files sends the same signal again while this one is being handled. It
    // arrives when the event loop next polls, and the second `setImmediate` runs after that, however busy the
    // machine is.
    setImmediate(() => setImmediate(() => (isSecond = true)));
    abort.abort(new Failure(outcome, outcome));
  };
  process.on("SIGINT", onSignal("interrupted"));
  process.on("SIGTERM", onSignal("terminated"));
  return abort.signal;
}

/** Leaves back-pressure and errors to the stream. */
async function writeToPipe(text: string): Promise<boolean> {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written);
    return true;
  } catch {
    return writeTo(bytes.subarray(written));
  }
}

/** False if the output could not be written. The program itself then tries again, and reports that. */
const writeTo = (text: string | Uint8Array) =>
  new Promise<boolean>((resolve) => {
    streams.stdout.write(text, (error) => {
      const code = (error as NodeJS.ErrnoException | null | undefined)?.code;
      resolve(code === undefined || code === "EPIPE");
    });
  });
