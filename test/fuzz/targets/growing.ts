import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { BODY_MAXIMUM } from "../../../src/contract/limits.ts";
import { BINARY } from "../../support/cli.ts";
import { trouble } from "../inputs.ts";
import { target } from "../target.ts";

const KEY = "pk_fuzz";
/** A case that takes longer holds up everybody, even on a loaded machine. */
const CASE_MS = 10_000;
/** So long may the service be silent towards others. */
const SILENCE_MS = 2_000;
/** Heap of the service, and what it may have in memory at once during a case. */
const HEAP_MB = 256;
const MEMORY_KB = 700_000;
const ANSWER_BYTES = 200_000;

let folder = "";
let service: { readonly process: ChildProcess; readonly url: string } | undefined;

async function begin(): Promise<void> {
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

async function end(): Promise<void> {
  if (service && service.process.exitCode === null) {
    const closed = once(service.process, "close");
    service.process.kill("SIGKILL");
    await closed;
  }
  rmSync(folder, { recursive: true });
}

/** Bodies of things that are not there, so that nothing is stored and each case is independent. */
const PLACES = [
  [
    "/v1/evaluate",
    '"agent_id":"9","start_time_utc":"2025-03-01T10:00:00Z","participants":[{"role":"AGENT"},{"role":"USER"}]',
  ],
  ["/v1/update-agent", '"agent_id":9'],
  ["/v1/generate-digital-humans", '"agent_id":"9","preview":true,"load_testing":1'],
  ["/v1/create-digital-human", '"simulation_ids":[9],"digital_human":{}'],
  ["/v1/judge-certificates", '"model":"m"'],
  ["/v1/judge-calibration", '"votes":1'],
  ["/v1/lint-custom-metric", '"name":"m"'],
  ["/v1/workflow", '"agent_ids":[9]'],
  ["/v1/plan-as-code", '"kind":"Agent"'],
] as const;

/** Places that take whatever has nothing in it for them. */
const LENIENT_PLACES = [
  ["/v1/traces", '"x":1'],
  ["/v1/import/retell?agent_id=9", '"x":1'],
] as const;

const isLenient = (path: string) => LENIENT_PLACES.some(([lenient]) => lenient === path);

/** Fields of any of them, known there or not. */
const FIELDS = [
  "transcript",
  "tags",
  "metadata",
  "events",
  "tool_calls",
  "goals",
  "measured",
  "examples",
  "scoring_guidance",
  "definition",
  "resourceSpans",
  "calls",
  "replay_transcript",
  "traits",
  "x",
];
const ITEMS = [
  "{}",
  "[]",
  "1",
  '""',
  "null",
  '{"a":1}',
  '{"speaker":"USER","utterance":"Hi"}',
  '{"transcript":""}',
  "[[1]]",
  '{"resource":{"attributes":[{"key":"k","value":{"stringValue":"v"}}]},"scopeSpans":[{"spans":[{},{}]}]}',
  '{"call_id":"c","agent_id":"a","transcript_object":[{"role":"agent","content":"Hi"}]}',
];

/** Ways in which a value grows with a number. */
const SHAPES: Readonly<Record<string, (count: number, item: string) => string>> = {
  items: (count, item) => `[${repeated(`${item},`, count)}${item}]`,
  keys: (count, item) => `{${listed(count, (at) => `"k${at}":${item}`)}}`,
  numbers: (count, item) => `{${listed(count, (at) => `"${at * 7919}":${item}`)}}`,
  "same key": (count, item) => `{${repeated(`"k":${item},`, count)}"k":1}`,
  objects: (count, item) =>
    `[${listed(count / 10, (at) => `{${listed(10, (key) => `"k${at * key}":${item}`)}}`)}]`,
  depth: (count, item) => `${repeated('[{"a":', count)}${item}${repeated("}]", count)}`,
  open: (count) => repeated("[", count),
  text: (count) => `"${repeated("x", count)}"`,
  escapes: (count) => `"${repeated("\\u00e9\\n", count)}"`,
  digits: (count) => `1${repeated("0", count)}`,
  name: (count, item) => `{"${repeated("n", count)}":${item}}`,
};

const repeated = (text: string, count: number) => text.repeat(Math.min(count, BODY_MAXIMUM / text.length));
const listed = (count: number, part: (at: number) => string) => {
  let text = part(0);
  for (let at = 1; at < count && text.length < BODY_MAXIMUM; at++) text += `,${part(at)}`;
  return text;
};

/** Requests that grow in number and size, up to ten million of everything, on a service with a small heap. */
export const growingRequest = target({
  name: "growing-request",
  share: 2,
  begin,
  end,
  inputs: fc.record({
    place: fc.constantFrom(...PLACES, ...LENIENT_PLACES),
    /** Several fields grow together, or fields that nobody knows. */
    fields: fc.uniqueArray(fc.oneof(fc.constantFrom(...FIELDS), trouble), { minLength: 1, maxLength: 3 }),
    shape: fc.constantFrom(...Object.keys(SHAPES)),
    item: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...ITEMS) },
      { weight: 1, arbitrary: trouble.map((text) => JSON.stringify(text)) },
    ),
    /** Powers of ten: small numbers are as likely as large ones. */
    magnitude: fc.double({ min: 0, max: 7, noNaN: true }),
  }),
  async run({ place: [path, known], fields, shape, item, magnitude }) {
    const value = SHAPES[shape]?.(Math.round(10 ** magnitude), item) ?? "1";
    const text = `{${[known, ...fields.map((name) => `${JSON.stringify(name)}:${value}`)].join(",")}}`;
    // Above that it is refused unread, and a client may be cut off while it sends.
    const body = Buffer.from(text).subarray(0, BODY_MAXIMUM);
    forgetMemory();
    let isDone = false;
    const silence = longestSilence(() => isDone);
    const began = performance.now();
    const response = await fetch(`${service?.url}${path}`, {
      method: "POST",
      headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
      body,
    });
    const answer = await response.text();
    const ms = performance.now() - began;
    isDone = true;
    const faults = [
      response.status >= 500 && `answered ${response.status}: ${answer.slice(0, 200)}`,
      response.status < 400 && !isLenient(path) && "took what nobody could want",
      answer.length > ANSWER_BYTES && `answered ${answer.length} bytes`,
      ms > CASE_MS && `took ${ms} ms`,
      (await silence) > SILENCE_MS && `answered nobody else for ${await silence} ms`,
      memoryKb() > MEMORY_KB && `had ${memoryKb()} kB in memory`,
    ].filter(Boolean);
    if (faults.length > 0) throw new Error(`${body.length} bytes: ${faults.join("; ")}`);
  },
});

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

/** Where the system tells how much a process has had in memory, it forgets what was before. */
function forgetMemory(): void {
  if (process.platform === "linux") writeFileSync(`/proc/${service?.process.pid}/clear_refs`, "5");
}

function memoryKb(): number {
  if (process.platform !== "linux") return 0;
  const status = readFileSync(`/proc/${service?.process.pid}/status`, "utf8");
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
}
