/** Programs under measurement: their time, their memory and their share of the processor. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

const ROOT = resolve(import.meta.dirname, "../..");
export const PARLEY = join(ROOT, "bin/parley.js");
export const KEY = "pk_bench";

/** A folder for the files of a section, which is deleted when the section ends. */
export function useFolder() {
  const path = mkdtempSync(join(tmpdir(), "parley-bench-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The environment of a person without any settings who calls the service at `url`. */
export const environment = (folder, url) => ({
  PATH: process.env.PATH,
  HOME: folder,
  ...(url && { PARLEY_BASE_URL: url, PARLEY_API_KEY: KEY }),
});

/** Runs a program to its end. Resolves to the milliseconds it took and what it printed. @throws if it fails */
export function run(command, args, { env, cwd, input } = {}) {
  return new Promise((done, fail) => {
    const began = performance.now();
    const child = spawn(command, args, { env, cwd, stdio: [input ? "pipe" : "ignore", "pipe", "pipe"] });
    const printed = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"])
      child[name].setEncoding("utf8").on("data", (text) => {
        printed[name] += text;
      });
    child.stdin?.end(input);
    child.once("error", fail);
    child.once("close", (code) => {
      const milliseconds = performance.now() - began;
      if (code === 0) done({ milliseconds, ...printed });
      else
        fail(new Error(`${command} ${args.join(" ")} ended with ${code}: ${printed.stderr.slice(0, 2000)}`));
    });
  });
}

/** Milliseconds of a whole process of node. */
export const timeNode = async (args, options) => (await run(process.execPath, args, options)).milliseconds;

// Not `maxRSS`: on Linux it includes the memory that the parent held before the program was loaded.
const PROBE = `const { readFileSync, writeFileSync } = require("node:fs");
process.on("exit", () => writeFileSync(
  process.env.BENCH_USAGE, /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]));`;

/** Runs a program of node. Resolves to its time and to the maximum memory that it held, in MB. */
export async function runMeasured(args, { folder, env, ...options }) {
  const usage = join(folder, "usage.json");
  const probe = join(folder, "probe.cjs");
  writeFileSync(probe, PROBE);
  const { milliseconds, stdout } = await run(process.execPath, ["--require", probe, ...args], {
    ...options,
    env: { ...env, BENCH_USAGE: usage },
  });
  return { milliseconds, stdout, peak_mb: Number(readFileSync(usage, "utf8")) / 1024 };
}

/** Starts a program that prints one line of JSON when it is ready. */
async function start(args, { env = environment("/nowhere"), cwd } = {}) {
  const child = spawn(process.execPath, args, { env, cwd, stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await Promise.race([
    new Promise((done) => createInterface({ input: child.stdout }).once("line", (text) => done([text]))),
    new Promise((_, fail) =>
      child.once("exit", (code) => fail(new Error(`${args.join(" ")} ended with ${code}`))),
    ),
  ]);
  return {
    ...JSON.parse(line),
    /** Processor time until now, in ms. */
    processorTime() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1].split(" ");
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    /** Memory held now, and the maximum since `forgetPeak`, in MB. */
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      const of = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024;
      return { now_mb: of("VmRSS"), peak_mb: of("VmHWM") };
    },
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, "5"),
    stop() {
      if (child.exitCode !== null) return;
      const stopped = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      return stopped;
    },
  };
}

/** Starts `parley serve`. The seed is written into the folder; `env` is added to its environment. */
export function startService(folder, seed, options = ["--memory"], { env } = {}) {
  const file = join(folder, "seed.json");
  writeFileSync(file, JSON.stringify(seed));
  return start([PARLEY, "serve", "--port", "0", "--json", "--log", "off", "--seed", file, ...options], {
    env: { ...environment(folder), ...env },
    cwd: folder,
  });
}

/** Starts one of the servers of this folder. */
export const startServer = (name, ...args) =>
  start([join(ROOT, "bench/servers", name), ...args], { env: process.env });
