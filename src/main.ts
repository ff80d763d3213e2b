/** The process: its streams, its signals, its exit code. Nothing else of the program touches them. */
import { fstatSync, writeSync } from "node:fs";
import { Failure } from "./failure.ts";
import { quickAnswer } from "./quick.ts";
import type { Surroundings } from "./run.ts";

declare const __VERSION__: string;

/** @param dist the folder that the build has written */
export async function main(dist: string): Promise<void> {
  // Making process.stdout of a pipe takes longer than such an answer.
  const isPiped = !fstatSync(1).isCharacterDevice();
  const columns = isPiped ? undefined : process.stdout.columns;
  const quick = quickAnswer(process.argv.slice(2), {
    version: __VERSION__,
    folder: `${dist}/help`,
    columns,
  });
  if (quick !== undefined && isPiped) return writeToPipe(quick);
  guard(process.stdout);
  if (quick !== undefined) {
    process.stdout.write(quick);
    return;
  }
  guard(process.stderr);
  const abort = new AbortController();
  const onSignal = (outcome: "interrupted" | "terminated") => () => {
    // A second signal: whoever sends it does not want to wait.
    if (abort.signal.aborted) process.exit(outcome === "interrupted" ? 130 : 143);
    abort.abort(new Failure(outcome, outcome));
  };
  process.on("SIGINT", onSignal("interrupted"));
  process.on("SIGTERM", onSignal("terminated"));
  const surroundings: Surroundings = {
    argv: process.argv.slice(2),
    streams: process,
    cwd: process.cwd(),
    platform: process.platform,
    version: __VERSION__,
    nodeVersion: process.versions.node,
    signal: abort.signal,
  };
  if (surroundings.argv[0] === "__complete") {
    const { completions } = await import("./completion/run.ts");
    process.stdout.write(await completions(surroundings));
    return;
  }
  const { run } = await import("./run.ts");
  process.exitCode = await run(surroundings);
}

/** A reader that stops early (`| head`) is no error: the rest of the output is not wanted. */
function guard(stream: NodeJS.WriteStream): void {
  stream.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 0 : 1));
}

/** What the pipe cannot take at once, and what becomes of an error, is the stream's. */
function writeToPipe(text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written);
  } catch {
    guard(process.stdout);
    process.stdout.write(bytes.subarray(written));
  }
}
