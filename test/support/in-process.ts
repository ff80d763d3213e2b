/**
 * The program within the test's own process: as much of it as a run of its own has, but its start, its signals and its real
 * streams. A process of its own takes more time than what most tests look at.
 */
import { readFileSync } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { run } from "../../src/run.ts";
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
    version,
    nodeVersion: process.versions.node,
    signal,
  });
  stdout.end();
  stderr.end();
  const [out, errors] = await read;
  return { code, stdout: out, stderr: errors };
}

/** A command line like that of `useCli`, within the test's own process. What it starts is a process all the same. */
export function useProgram(service?: Reached): Cli {
  const { home, environment, start } = useCli(service);
  const program = async (args: readonly string[], { env, cwd = home, stdin = "" }: RunOptions = {}) => {
    const ran = await runInProcess(args, { env: { ...environment(), ...env }, cwd, stdin });
    return ranAs(ran.code, ran.stdout, ran.stderr);
  };
  return Object.assign(program, { home, environment, start });
}
