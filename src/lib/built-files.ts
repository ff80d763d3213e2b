/** Files that the build wrote: next to the program, or inside it as assets if it is a single executable. */
import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { getAsset, isSea } from "node:sea";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** Sources that run without a build use the files of the last build. */
const place = (name: string) =>
  new URL(import.meta.url.endsWith(".ts") ? `../../dist/${name}` : `./${name}`, import.meta.url);

/** The text of a file that the build wrote, by its path within `dist/`. */
export const readBuiltFile = (name: string): string =>
  isSea() ? getAsset(name, "utf8") : readFileSync(place(name), "utf8");

/** The bytes of such a file. */
export const readBuiltBytes = (name: string): Uint8Array =>
  isSea() ? new Uint8Array(getAsset(name)) : readFileSync(place(name));

/** Starts a thread that runs one of the program's own entries, such as "work-thread.cjs". */
export const startThread = (entry: string, options: WorkerOptions = {}): Worker =>
  isSea()
    ? new Worker(`${getAsset("loader.cjs", "utf8")}\nload(${JSON.stringify(entry)});`, {
        ...options,
        execArgv: [],
        eval: true,
      })
    : new Worker(place(entry), { ...options, execArgv: [] });

/**
 * Starts a process that runs one of the program's own entries.
 * @param heap_mb the maximum memory of its JavaScript
 */
export function startProcess(entry: string, heap_mb: number, options: ForkOptions): ChildProcess {
  const limit = `--max-old-space-size=${heap_mb}`;
  // An executable passes all of its arguments to the program, so the environment has to configure Node.
  return isSea()
    ? fork(entry, { ...options, execArgv: [], env: { ...options.env, NODE_OPTIONS: limit } })
    : fork(place(entry), { ...options, execArgv: [limit] });
}
