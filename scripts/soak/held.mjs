// Loaded into the service with `--import`. At SIGUSR2, writes for how many milliseconds the main thread has worked
// without a pause, at most, since the last time.
import { readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const EVERY_MS = 5;

/** How many milliseconds this thread has had a processor; the time that has passed, if the system does not tell. */
function worked() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

if (isMainThread) {
  let last = performance.now();
  let worked_before = worked();
  let longest = 0;
  // Delays because the machine is busy do not count.
  const tick = () => {
    const [now, worked_by_now] = [performance.now(), worked()];
    longest = Math.max(longest, Math.min(now - last - EVERY_MS, worked_by_now - worked_before));
    last = now;
    worked_before = worked_by_now;
  };
  setInterval(tick, EVERY_MS).unref();
  process.on("SIGUSR2", () => {
    tick();
    writeFileSync(process.env.SOAK_HELD, `${Math.round(longest)}\n`);
    longest = 0;
  });
}
