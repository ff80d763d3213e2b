// Loaded into the service with `--import`. It measures how long the main thread works without a pause. At
// SIGUSR2 it collects garbage, and writes how much memory remains in use and what it has measured since the
// first such signal.
import { readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const EVERY_MS = 5;
const LONGEST_MS = 10_000;
/** For each number of milliseconds, how many moments would have waited that long for the main thread. */
const waits = new Uint32Array(LONGEST_MS + 1);

/** How many milliseconds this thread has had a processor; undefined if the system does not tell. */
function worked() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return undefined;
  }
}

let isFirst = true;
let last = performance.now();
let worked_before = worked();

/**
 * Delays because the machine is busy do not count: only the time during which this thread had a processor
 * does.
 */
function tick() {
  const now = performance.now();
  const worked_by_now = worked();
  const late = now - last - EVERY_MS;
  const held =
    worked_by_now === undefined ? late : Math.min(late, Math.max(0, worked_by_now - worked_before));
  // A request at any moment in between would have waited for the rest of it.
  for (let wait = Math.max(0, held); wait >= 0; wait -= EVERY_MS)
    waits[Math.min(LONGEST_MS, Math.round(wait))]++;
  last = now;
  worked_before = worked_by_now;
}

/** The wait that the given share of all moments does not exceed. */
function waitOf(share) {
  let left = waits.reduce((sum, count) => sum + count, 0) * share;
  return waits.findIndex((count) => {
    left -= count;
    return left <= 0;
  });
}

if (isMainThread) {
  setInterval(tick, EVERY_MS).unref();
  process.on("SIGUSR2", () => {
    tick();
    for (let times = 0; times < 3; times++) globalThis.gc();
    const held = { p99: waitOf(0.99), p999: waitOf(0.999), max: waits.findLastIndex((count) => count > 0) };
    writeFileSync(process.env.SOAK_MEMORY, JSON.stringify({ ...process.memoryUsage(), held }));
    // A start loads the program.
    if (isFirst) waits.fill(0);
    isFirst = false;
    last = performance.now();
    worked_before = worked();
  });
}
