/**
 * Runs the built program as a user's shell would: in a separate process, with an empty HOME, without a
 * terminal.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll } from "vitest";

export const BINARY = resolve(import.meta.dirname, "../../bin/parley.js");
export const KEY = "pk_test_acme";

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was printed
  readonly json: any;
}

export interface RunOptions {
  readonly stdin?: string | Buffer;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
}

export interface Cli {
  (args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Starts the program and leaves it running. */
  start(args: readonly string[], options?: RunOptions): ChildProcess;
  /** The environment of every run. */
  environment(): Readonly<Record<string, string | undefined>>;
  /** The empty HOME of this test file, which is also its working directory. */
  readonly home: string;
}

/** The service that command lines use. */
export interface Reached {
  readonly url: () => string;
}

/** The result of a run, in the form for tests. */
export const ranAs = (code: number | null, stdout: string, stderr: string): Ran => ({
  code,
  stdout,
  stderr,
  get json() {
    return JSON.parse(stdout);
  },
});

/**
 * A command line whose HOME is a new folder, with the key and base URL of `service` in its environment. It is
 * for tests of the process itself. `useProgram` of in-process.ts does the same in a tenth of the time.
 */
export function useCli(service?: Reached): Cli {
  const home = mkdtempSync(join(tmpdir(), "parley-test-"));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  const environment = () => ({
    PATH: process.env["PATH"],
    HOME: home,
    ...(service && { PARLEY_BASE_URL: service.url(), PARLEY_API_KEY: KEY }),
  });
  const start = (args: readonly string[], { env, cwd = home }: RunOptions = {}) =>
    spawn(process.execPath, [BINARY, ...args], {
      cwd,
      env: { ...environment(), ...env },
    });
  const run = async (args: readonly string[], options: RunOptions = {}): Promise<Ran> => {
    const child = start(args, options);
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.stdin ?? "");
    const [stdout, stderr, code] = await Promise.all([
      collect(child.stdout),
      collect(child.stderr),
      new Promise<number | null>((done) => child.on("close", done)),
    ]);
    return ranAs(code, stdout, stderr);
  };
  return Object.assign(run, { start, environment, home });
}

async function collect(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
