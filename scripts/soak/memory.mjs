// Loaded into the service with `--import`: at SIGUSR2 it collects garbage and writes how much memory remains in use.
import { writeFileSync } from "node:fs";

process.on("SIGUSR2", () => {
  for (let times = 0; times < 3; times++) globalThis.gc();
  writeFileSync(process.env.SOAK_MEMORY, JSON.stringify(process.memoryUsage()));
});
