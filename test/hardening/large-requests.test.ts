/**
 * Requests that are large in every possible way: the sender gets the refusal at once, and others notice
 * nothing. The service is a separate process with a small heap, which the first of these used to fill.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  BODY_MAXIMUM,
  DEPTH_MAXIMUM,
  FAULTS_MAXIMUM,
  ITEMS_MAXIMUM,
  KEYS_MAXIMUM,
  LIST_MAXIMUM,
  TEXT_MAXIMUM,
  VALUES_MAXIMUM,
} from "../../src/contract/limits.ts";
import { useCli } from "../support/cli.ts";
import { mostMemoryKb, type Served, startServiceIn } from "../support/served.ts";

const KEY = "pk_test_acme";
const SEED = JSON.stringify({
  kind: "Seed",
  organizations: [{ name: "acme", api_key: KEY, agents: [{ id: 101, name: "Front desk", mode: "TEXT" }] }],
});

/** The promise is tens of milliseconds on an idle machine. A busy one takes a multiple. */
const SILENCE_MS = 1000;
const HEAP_MB = 256;
/** Heap, buffers, and the program itself. */
const MEMORY_KB = 700_000;
/** The maximum size of one refusal. */
const ANSWER_BYTES = 120_000;

const parley = useCli();
let service: Served;
/** A service that accepts unknown fields. */
let open: Served;

beforeAll(async () => {
  writeFileSync(join(parley.home, "seed.json"), SEED);
  const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
  service = await startServiceIn(env, parley, "--memory", "--seed", "seed.json", "--strict");
  open = await startServiceIn(env, parley, "--memory", "--seed", "seed.json");
});

afterAll(async () => {
  for (const one of [service, open]) expect(await one.stop("SIGTERM"), "the service is still there").toBe(0);
});

interface Refusal {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  readonly detail: any;
}

/** Posts a body while requesting /healthz over and over. */
async function post(path: string, body: string, { url } = service): Promise<Refusal> {
  let isDone = false;
  const silence = longestSilence(url, () => isDone);
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
    body,
  });
  const text = await response.text();
  isDone = true;
  expect(await silence, "milliseconds until /healthz was answered").toBeLessThan(SILENCE_MS);
  return { status: response.status, text, detail: JSON.parse(text).detail };
}

async function longestSilence(url: string, isDone: () => boolean): Promise<number> {
  let longest = 0;
  while (!isDone()) {
    const asked = performance.now();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    longest = Math.max(longest, performance.now() - asked);
    await wait(2);
  }
  return longest;
}

const times = (text: string, count: number) => Array.from({ length: count }, () => text).join(",");
const keys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join(",");
const agent = (fields: string) => ["/v1/add-agent", `{"name":"Desk",${fields}}`] as const;
const call = (fields: string) =>
  [
    "/v1/evaluate",
    `{"agent_id":"101","start_time_utc":"2025-03-01T10:00:00Z","participants":[{"role":"AGENT"},{"role":"USER"}],${fields}}`,
  ] as const;
const SAID = '"transcript":[{"speaker":"USER","utterance":"Hello"}]';

describe("a body that is too large in some way is refused at once, and delays no other request", () => {
  const long = "x".repeat(TEXT_MAXIMUM + 1);
  test.each([
    [
      "6 MB of empty entries",
      call(`"transcript":[${times("{}", 2_000_000)}]`),
      ["transcript"],
      "list_too_long",
    ],
    ["a million wrong tags", call(`"tags":[${times("1", 1_000_000)}]`), ["tags"], "list_too_long"],
    [
      "too many entries",
      call(`"transcript":[${times("{}", ITEMS_MAXIMUM + 1)}]`),
      ["transcript"],
      "list_too_long",
    ],
    ["too many tags", call(`${SAID},"tags":[${times('"a"', LIST_MAXIMUM + 1)}]`), ["tags"], "list_too_long"],
    [
      "too many tool calls",
      call(`${SAID},"tool_calls":[${times('{"name":"a"}', LIST_MAXIMUM + 1)}]`),
      ["tool_calls"],
      "list_too_long",
    ],
    [
      "too many events",
      call(`${SAID},"events":[${times('{"title":"a"}', LIST_MAXIMUM + 1)}]`),
      ["events"],
      "list_too_long",
    ],
    ["130,000 unknown fields", agent(keys(130_000)), [], "too_many_keys"],
    ["100,000 keys", agent(`"rtc_metadata":{${keys(100_000)}}`), ["rtc_metadata"], "too_many_keys"],
    [
      "metadata with too many keys",
      call(`"metadata":{${keys(KEYS_MAXIMUM + 1)}}`),
      ["metadata"],
      "too_many_keys",
    ],
    [
      "too many keys inside",
      agent(`"rtc_metadata":{"a":[0,{"b\\u0063":{${keys(KEYS_MAXIMUM + 1)}}}]}`),
      ["rtc_metadata", "a", "1", "bc"],
      "too_many_keys",
    ],
    [
      "many objects of many keys",
      agent(`"rtc_metadata":{"a":[${times(`{${keys(500)}}`, 1 + VALUES_MAXIMUM / 500)}]}`),
      [],
      "too_many_values",
    ],
    ["2 MB of brackets", agent(`"rtc_metadata":${"[".repeat(2_000_000)}`), undefined, "nesting"],
    [
      "one level too many",
      agent(`"rtc_metadata":${'{"a":'.repeat(DEPTH_MAXIMUM)}1${"}".repeat(DEPTH_MAXIMUM)}`),
      ["rtc_metadata", ...Array.from({ length: DEPTH_MAXIMUM - 1 }, () => "a")],
      "nesting",
    ],
    [
      "an utterance that is too long",
      call(`"transcript":[{"speaker":"USER","utterance":"${long}"}]`),
      ["transcript", "0", "utterance"],
      "string_too_long",
    ],
  ])("%s", async (_, [path, body], loc, type) => {
    const { status, detail, text } = await post(path, body);
    expect(status, text.slice(0, 300)).toBe(422);
    expect(detail).toHaveLength(1);
    expect(detail[0].type).toBe(type);
    if (loc) expect(detail[0].loc).toEqual(["body", ...loc]);
    expect(text.length).toBeLessThan(ANSWER_BYTES);
  });

  test("a body above all limits of size is answered 413", async () => {
    const { status } = await post(...agent(`"rtc_metadata":{"a":"${"x".repeat(BODY_MAXIMUM)}"}`));
    expect(status).toBe(413);
  });
});

describe("a body that is nothing but faults draws the first ones and their number", () => {
  test.each([
    ["empty entries", call(`"transcript":[${times("{}", ITEMS_MAXIMUM)}]`), 2 * ITEMS_MAXIMUM, "missing"],
    ["wrong tags", call(`${SAID},"tags":[${times("1", LIST_MAXIMUM)}]`), LIST_MAXIMUM, "string_type"],
    ["unknown fields", agent(keys(KEYS_MAXIMUM - 1)), KEYS_MAXIMUM - 1, "extra_forbidden"],
    [
      "unknown fields in many entries",
      call(`"transcript":[${times(`{"speaker":"A","utterance":"b",${keys(50)}}`, 3000)}]`),
      3000 * 50,
      "extra_forbidden",
    ],
    ["NUL in many texts", call(`"tags":[${times('"\\u0000"', ITEMS_MAXIMUM)}]`), ITEMS_MAXIMUM, "string_nul"],
  ])("%s", async (_, [path, body], count, type) => {
    const { status, detail, text } = await post(path, body);
    expect(status, text.slice(0, 300)).toBe(422);
    expect(detail).toHaveLength(FAULTS_MAXIMUM + 1);
    for (const fault of detail.slice(0, -1)) expect(fault.type).toBe(type);
    expect(detail.at(-1)).toEqual({
      loc: ["body"],
      msg: `${count - FAULTS_MAXIMUM} more errors are not listed`,
      type: "more_faults",
      input: null,
      ctx: { more: count - FAULTS_MAXIMUM },
    });
    expect(text.length).toBeLessThan(ANSWER_BYTES);
  });

  test.each([
    ["names", agent(Array.from({ length: 180 }, (_, at) => `"${at}${"n".repeat(10_000)}":1`).join(","))],
    ["texts", agent(Array.from({ length: 180 }, (_, at) => `"k${at}":"${"t".repeat(10_000)}"`).join(","))],
    ["lists", agent(Array.from({ length: 9 }, (_, at) => `"k${at}":[${times("7", 2000)}]`).join(","))],
  ])("long %s are cut", async (_, [path, body]) => {
    const { status, text } = await post(path, body);
    expect(status).toBe(422);
    expect(text.length).toBeLessThan(ANSWER_BYTES);
  });
});

test("a call as large as the limits allow is taken", async () => {
  const entry = (at: number) =>
    `{"speaker":"${at % 2 ? "USER" : "AGENT"}","utterance":"That is ${at}","start_offset_ms":${at * 100},"end_offset_ms":${at * 100 + 90}}`;
  const transcript = Array.from({ length: ITEMS_MAXIMUM }, (_, at) => entry(at)).join(",");
  const { status, text } = await post(
    ...call(
      `"transcript":[${transcript}],"tags":[${times('"a"', LIST_MAXIMUM)}],"metadata":{${keys(KEYS_MAXIMUM)}}`,
    ),
  );
  expect(status, text).toBe(200);
});

describe("where unknown fields are taken, a body that is full of them", () => {
  test.each([
    ["of an agent", agent(keys(KEYS_MAXIMUM - 1)), 200],
    [
      "in every entry",
      call(`"transcript":[${times(`{"speaker":"A","utterance":"b",${keys(50)}}`, 3000)}]`),
      200,
    ],
    ["of one submission", call(`${SAID},${keys(KEYS_MAXIMUM - 4)}`), 200],
    ["beyond the keys of an object", agent(keys(KEYS_MAXIMUM + 1)), 422],
    [
      "with long values",
      agent(Array.from({ length: 180 }, (_, at) => `"k${at}":"${"t".repeat(10_000)}"`).join(",")),
      200,
    ],
  ])("%s holds nobody up", async (_, [path, body], expected) => {
    const { status, text } = await post(path, body, open);
    expect(status, text.slice(0, 300)).toBe(expected);
  });
});

test("/healthz is answered all along while a hundred digital humans are made for long goals", async () => {
  const goal_adherence = Array.from({ length: 100 }, (_, at) => ({
    goal: `I want a refund of $${at} for order 4821${at}, because it arrived broken. `
      .repeat(150)
      .slice(0, 9900),
    num_calls: 1,
  }));
  let isDone = false;
  let answered = 0;
  const asking = (async () => {
    for (; !isDone; answered++) await fetch(`${service.url}/healthz`).then((response) => response.text());
  })();
  const { status, text } = await post(
    "/v1/generate-digital-humans",
    JSON.stringify({ agent_id: "101", preview: true, goal_adherence }),
  );
  isDone = true;
  await asking;
  expect(status, text.slice(0, 300)).toBe(200);
  expect(JSON.parse(text).digital_humans).toHaveLength(100);
  // The generation itself takes most of a second. On the main thread, there would be only a few answers,
  // before and after it.
  expect(answered).toBeGreaterThan(20);
});

test("all of these together took no more memory than a service has", () => {
  expect(mostMemoryKb(service)).toBeLessThan(MEMORY_KB);
});
