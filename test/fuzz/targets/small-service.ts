/** `parley serve` with a small heap, and the limits for one case. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { BODY_MAXIMUM } from "../../../src/contract/limits.ts";
import { BINARY } from "../../support/cli.ts";

const KEY = "pk_fuzz";
/** A case that takes longer would block everybody, even on a busy machine. */
const CASE_MS = 10_000;
/** How long the service may be silent to others. */
const SILENCE_MS = 2_000;
/** The heap of the service, and how much it may have in memory at once during a case. */
const HEAP_MB = 256;
const MEMORY_KB = 700_000;
const ANSWER_BYTES = 200_000;

let folder = "";
let service: { readonly process: ChildProcess; readonly url: string } | undefined;

export async function begin(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), "parley-fuzz-"));
  const seed = { kind: "Seed", organizations: [{ name: "acme", api_key: KEY }] };
  writeFileSync(join(folder, "seed.json"), JSON.stringify(seed));
  const flags = ["serve", "--port", "0", "--memory", "--seed", "seed.json", "--json"];
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, BINARY, ...flags], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  service = { process: child, url: JSON.parse(String(line)).url };
}

export async function end(): Promise<void> {
  if (service && service.process.exitCode === null) {
    const closed = once(service.process, "close");
    service.process.kill("SIGKILL");
    await closed;
  }
  rmSync(folder, { recursive: true });
}

interface Sent {
  readonly path: string;
  readonly body: Buffer<ArrayBuffer>;
  readonly type?: string;
  /** How many at once. */
  readonly copies?: number;
}

/**
 * Posts a body and checks that the service stays within the limits of a case.
 * @returns the statuses of the answers
 * @throws if it takes too long or too much memory, keeps others waiting, or answers with a failure
 */
export async function postWithinBounds({ path, body, type, copies = 1 }: Sent): Promise<number[]> {
  // Anything larger is refused unread, and a client may be cut off while it sends.
  const sent = body.subarray(0, BODY_MAXIMUM);
  forgetMemory();
  let isDone = false;
  const silence = longestSilence(() => isDone);
  const began = performance.now();
  const post = async () => {
    const response = await fetch(`${service?.url}${path}`, {
      method: "POST",
      headers: { "X-API-Key": KEY, "Content-Type": type ?? "application/json" },
      body: sent,
    });
    return { status: response.status, answer: Buffer.from(await response.arrayBuffer()) };
  };
  const answers = await Promise.all(Array.from({ length: copies }, post));
  const ms = performance.now() - began;
  isDone = true;
  const faults = [
    ...answers.flatMap(({ status, answer }) => [
      status >= 500 && `answered ${status}: ${answer.subarray(0, 200)}`,
      answer.length > ANSWER_BYTES && `answered ${answer.length} bytes`,
    ]),
    ms > CASE_MS && `took ${ms} ms`,
    (await silence) > SILENCE_MS && `answered nobody else for ${await silence} ms`,
    memoryKb() > MEMORY_KB && `had ${memoryKb()} kB in memory`,
  ].filter(Boolean);
  if (faults.length > 0) throw new Error(`${copies} of ${sent.length} bytes: ${faults.join("; ")}`);
  return answers.map(({ status }) => status);
}

async function longestSilence(isDone: () => boolean): Promise<number> {
  let longest = 0;
  while (!isDone()) {
    const asked = performance.now();
    await (await fetch(`${service?.url}/healthz`)).text();
    longest = Math.max(longest, performance.now() - asked);
    await wait(5);
  }
  return longest;
}

/** Resets the peak memory of a process, if the system records it. */
function forgetMemory(): void {
  if (process.platform === "linux") writeFileSync(`/proc/${service?.process.pid}/clear_refs`, "5");
}

function memoryKb(): number {
  if (process.platform !== "linux") return 0;
  const status = readFileSync(`/proc/${service?.process.pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
}
