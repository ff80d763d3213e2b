/** How long a service holds its main thread, as `scripts/soak/held.mjs` in it measures. */
import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Loaded into the service with `--import`. */
export const PROBE = join(import.meta.dirname, "../../scripts/soak/held.mjs");

/** How long the main thread may work without a pause, because nobody is answered meanwhile. */
export const HELD_MS = 50;

/**
 * For how many milliseconds the main thread has worked without a pause, at most, since this was last asked.
 * @param file what `SOAK_HELD` of the service's environment names
 */
export async function heldMs(service: ChildProcess | undefined, file: string): Promise<number> {
  rmSync(file, { force: true });
  service?.kill("SIGUSR2");
  for (;;) {
    const told = existsSync(file) ? readFileSync(file, "utf8") : "";
    if (told.endsWith("\n")) return Number(told);
    if (service?.exitCode !== null) throw new Error("the service has ended");
    await wait(2);
  }
}
