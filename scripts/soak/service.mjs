// `parley serve` as a separate process, and what it uses: memory, file descriptors, files.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = resolve(import.meta.dirname, "../..");
export const BINARY = join(ROOT, "bin/parley.js");

export async function startService(folder, seed) {
  const data = join(folder, "data");
  const memory = join(folder, "memory.json");
  const probe = join(import.meta.dirname, "memory.mjs");
  const args = ["--expose-gc", `--import=${probe}`, BINARY, "serve", "--port", "0", "--json", "--log", "off"];
  const env = { PATH: process.env.PATH, HOME: folder, SOAK_MEMORY: memory };
  const child = spawn(process.execPath, [...args, "--data", data, "--seed", seed], { env });
  let errors = "";
  child.stderr.on("data", (piece) => (errors = (errors + piece).slice(-5000)));
  const [line] = await Promise.race([once(createInterface(child.stdout), "line"), once(child, "close")]);
  if (typeof line !== "string") throw new Error(`the service did not start: ${errors}`);
  return {
    url: JSON.parse(line).url,
    errors: () => errors,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    /** Its resource use now, in MB. Descriptors only if the system shows them. */
    async look() {
      rmSync(memory, { force: true });
      child.kill("SIGUSR2");
      let usage;
      for (let tries = 0; !usage && tries < 500; tries++) {
        await sleep(20);
        usage = readJson(memory);
      }
      const mega = (bytes) => bytes / 2 ** 20;
      return {
        held: usage.held,
        rss: mega(usage.rss),
        heap: mega(usage.heapUsed + usage.external),
        descriptors: descriptorsOf(child.pid),
        wal: mega(sizeOf(join(data, "parley.db-wal"))),
        store: mega(sizeOf(join(data, "parley.db"))),
      };
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode;
      const closed = once(child, "close");
      child.kill("SIGTERM");
      const [code] = await closed;
      return code;
    },
    kill: () => child.kill("SIGKILL"),
  };
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

const sizeOf = (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const descriptorsOf = (pid) =>
  process.platform === "linux" ? readdirSync(`/proc/${pid}/fd`).length : undefined;
