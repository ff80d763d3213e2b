/** What a figure depends on besides the program. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { summary } from "./statistics.mjs";

export async function machine() {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    processor: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
    load: Number(loadavg()[0].toFixed(1)),
    fsync_ms: Number(summary(fsyncTimes()).median.toFixed(2)),
  };
}

/** How long it takes until an appended block is on the disk of the temporary folder. */
function fsyncTimes() {
  const folder = mkdtempSync(join(tmpdir(), "parley-bench-"));
  const file = openSync(join(folder, "file"), "a");
  const block = Buffer.alloc(4096, 1);
  const times = [];
  for (let i = 0; i < 50; i++) {
    const began = performance.now();
    writeSync(file, block);
    fdatasyncSync(file);
    times.push(performance.now() - began);
  }
  closeSync(file);
  rmSync(folder, { recursive: true });
  return times;
}
