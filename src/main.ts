/** The process: its streams, its signals, its exit code. Nothing else of the program touches them. */
import { Failure } from "./failure.ts";
import { run } from "./run.ts";

declare const __VERSION__: string;

export async function main(): Promise<void> {
  const abort = new AbortController();
  const onSignal = (outcome: "interrupted" | "terminated") => () => {
    // A second signal: whoever sends it does not want to wait.
    if (abort.signal.aborted) process.exit(outcome === "interrupted" ? 130 : 143);
    abort.abort(new Failure(outcome, outcome));
  };
  process.on("SIGINT", onSignal("interrupted"));
  process.on("SIGTERM", onSignal("terminated"));
  process.exitCode = await run({
    argv: process.argv.slice(2),
    streams: process,
    cwd: process.cwd(),
    platform: process.platform,
    version: __VERSION__,
    signal: abort.signal,
  });
}
