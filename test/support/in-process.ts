/**
 * The program within the test's own process. It has everything that a separate process has, except its start,
 * its signals, and real streams. Most tests would spend more time on starting a process than on what they
 * test.
 */
import { readFileSync } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { run } from "../../src/cli/run.ts";
import type { Streams } from "../../src/cli/terminal/terminal.ts";
import { type Cli, type Reached, type RunOptions, ranAs, useCli } from "./cli.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

export interface RanInProcess {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface InProcessOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly signal?: AbortSignal;
  readonly stdin?: string | Buffer;
  /** The width of the terminal that shows stdout. If absent, stdout is a pipe. */
  readonly columns?: number;
}

/** Runs a command line on these streams. Resolves to its exit code. */
export const runOn = (
  argv: readonly string[],
  streams: Streams,
  { cwd, signal = new AbortController().signal }: Pick<InProcessOptions, "cwd" | "signal">,
): Promise<number> =>
  run({ argv, streams, cwd, platform: "linux", version, nodeVersion: process.versions.node, signal });

/** Runs a command line without a person to ask. */
export async function runInProcess(
  argv: readonly string[],
  { env, cwd, signal, stdin = "", columns }: InProcessOptions,
): Promise<RanInProcess> {
  const stdout = Object.assign(new PassThrough(), columns === undefined ? {} : { isTTY: true, columns });
  const stderr = new PassThrough();
  const read = Promise.all([text(stdout), text(stderr)]);
  const streams = { stdin: Readable.from([Buffer.from(stdin)]), stdout, stderr, env };
  const code = await runOn(argv, streams, { cwd, signal });
  stdout.end();
  stderr.end();
  const [out, errors] = await read;
  return { code, stdout: out, stderr: errors };
}

/**
 * A command line like that of `useCli`, but within the test's own process. Processes that it starts are still
 * real.
 */
export function useProgram(service?: Reached): Cli {
  const { home, environment, start } = useCli(service);
  const program = async (args: readonly string[], { env, cwd = home, stdin = "" }: RunOptions = {}) => {
    const ran = await runInProcess(args, { env: { ...environment(), ...env }, cwd, stdin });
    return ranAs(ran.code, ran.stdout, ran.stderr);
  };
  return Object.assign(program, { home, environment, start });
}
