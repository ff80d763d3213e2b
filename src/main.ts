/** The process: its streams, its signals, its exit code. Nothing else of the program touches them. */
import { Failure } from "./failure.ts";
import { quickAnswer } from "./quick.ts";
import type { Surroundings } from "./run.ts";

declare const __VERSION__: string;

/** @param dist the folder that the build has written */
export async function main(dist: string): Promise<void> {
  const { columns } = process.stdout;
  const quick = quickAnswer(process.argv.slice(2), {
    version: __VERSION__,
    folder: `${dist}/help`,
    columns,
  });
  if (quick !== undefined) {
    process.stdout.write(quick);
    return;
  }
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
