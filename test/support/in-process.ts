/** The program within the test's own process: for thousands of runs, where spawning one each would take hours. */
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { run } from "../../src/run.ts";

export interface RanInProcess {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface InProcessOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly signal?: AbortSignal;
  readonly stdin?: string;
  /** How wide the terminal is that shows stdout; without it, stdout is a pipe. */
  readonly columns?: number;
}

/** Runs a command line without anybody to ask. */
export async function runInProcess(
  argv: readonly string[],
  { env, cwd, signal = new AbortController().signal, stdin = "", columns }: InProcessOptions,
): Promise<RanInProcess> {
  const stdout = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns });
  const stderr = new PassThrough();
  const read = Promise.all([text(stdout), text(stderr)]);
  const code = await run({
    argv,
    streams: { stdin: Readable.from([stdin]), stdout, stderr, env },
    cwd,
    platform: "linux",
    version: "0.0.0",
    nodeVersion: "20.19.0",
    signal,
  });
  stdout.end();
  stderr.end();
  const [out, errors] = await read;
  return { code, stdout: out, stderr: errors };
}
