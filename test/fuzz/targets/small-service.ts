/** `parley serve` with a small heap, and the limits for one case. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { BODY_MAXIMUM } from "../../../src/contract/limits.ts";
import { BINARY } from "../../support/cli.ts";
import { HELD_MS, heldMs, PROBE } from "../../support/held.ts";
import { type HealthWatch, LATE_MS, watchHealth } from "../health.ts";

const KEY = "pk_fuzz";
/** A case that takes longer would block everybody, even on a busy machine. */
const CASE_MS = 10_000;
/** The heap of the service, and how much it may have in memory at once during a case. */
const HEAP_MB = 256;
const MEMORY_KB = 700_000;
const ANSWER_BYTES = 200_000;

let folder = "";
let health: HealthWatch | undefined;
let service: { readonly process: ChildProcess; readonly url: string } | undefined;

export async function begin(): Promise<void> {
  health = await watchHealth();
  folder = mkdtempSync(join(tmpdir(), "parley-fuzz-"));
  const agents = [
    { id: 1, name: "Desk", mode: "TEXT" },
    { id: 2, name: "Discreet", mode: "TEXT", redact_pii: true },
  ];
  const seed = { kind: "Seed", organizations: [{ name: "acme", api_key: KEY, agents }] };
  writeFileSync(join(folder, "seed.json"), JSON.stringify(seed));
  const flags = ["serve", "--port", "0", "--memory", "--seed", "seed.json", "--json"];
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, `--import=${PROBE}`, BINARY, ...flags],
    {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder, SOAK_HELD: join(folder, "held") },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  service = { process: child, url: JSON.parse(String(line)).url };
  // The first request of a kind loads what it needs, whether it is refused or accepted.
  for (const path of [
    "/v1/evaluate",
    "/v1/traces",
    "/v1/import/retell?agent_id=9",
    "/v1/generate-digital-humans",
  ])
    await post(path, '{"agent_id":"1","load_testing":1,"preview":true,"calls":[{}],"resourceSpans":[]}');
  for (const first of [0, 100]) await post("/v1/traces", exportOfSpans(first, 100));
}

const exportOfSpans = (first: number, count: number) =>
  JSON.stringify({
    resourceSpans: [{ scopeSpans: [{ spans: Array.from({ length: count }, (_, at) => span(first + at)) }] }],
  });

const span = (at: number) => ({
  traceId: "1".padStart(32, "0"),
  spanId: String(at + 1).padStart(16, "0"),
  name: "answer",
  startTimeUnixNano: "1750000000000000000",
  endTimeUnixNano: "1750000001000000000",
});

const post = (path: string, body: string) =>
  fetch(`${service?.url}${path}`, {
    method: "POST",
    headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
    body,
  }).then((answer) => answer.text());

export async function end(): Promise<void> {
  await health?.close();
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
  /** How many bytes may answer it. */
  readonly answer_bytes?: number;
}

/**
 * Posts a body and checks that the service stays within the limits of a case.
 * @returns the statuses of the answers
 * @throws if it takes too long or too much memory, keeps others waiting, or answers with a failure
 */
export async function postWithinBounds({
  path,
  body,
  type,
  copies = 1,
  answer_bytes = ANSWER_BYTES,
}: Sent): Promise<number[]> {
  // Anything larger is refused unread, and a client may be cut off while it sends.
  const sent = body.subarray(0, BODY_MAXIMUM);
  forgetMemory();
  const postOnce = async () => {
    const response = await fetch(`${service?.url}${path}`, {
      method: "POST",
      headers: { "X-API-Key": KEY, "Content-Type": type ?? "application/json" },
      body: sent,
    });
    return { status: response.status, answer: Buffer.from(await response.arrayBuffer()) };
  };
  const postAll = () => watched(() => Promise.all(Array.from({ length: copies }, postOnce)));
  const first = await postAll();
  // The first request of its kind loads and compiles what it needs, once, and a busy machine delays any of them. What a
  // text makes long is long each time.
  const { held_ms, late_ms } = first.held_ms > HELD_MS || first.late_ms > LATE_MS ? await postAll() : first;
  const { result: answers, ms } = first;
  const faults = [
    ...answers.flatMap(({ status, answer }) => [
      status >= 500 && `answered ${status}: ${answer.subarray(0, 200)}`,
      answer.length > answer_bytes && `answered ${answer.length} bytes`,
    ]),
    ms > CASE_MS && `took ${ms} ms`,
    late_ms > LATE_MS && `answered /healthz ${late_ms} ms late`,
    held_ms > HELD_MS && `held its main thread for ${held_ms} ms`,
    memoryKb() > MEMORY_KB && `had ${memoryKb()} kB in memory`,
  ].filter(Boolean);
  if (faults.length > 0) throw new Error(`${copies} of ${sent.length} bytes: ${faults.join("; ")}`);
  return answers.map(({ status }) => status);
}

/** Does the work with all eyes on the service. */
async function watched<T>(work: () => Promise<T>) {
  if (!health || !service) throw new Error("the service has not begun");
  const held = () => heldMs(service?.process, join(folder, "held"));
  await held();
  const began = performance.now();
  const seen = await health.beside({ url: service.url, pid: Number(service.process.pid) }, work);
  return { ...seen, ms: performance.now() - began, held_ms: await held() };
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
