/**
 * Exports of spans and logs of other platforms at their maximum size: a thread reads them, and the main
 * thread stores them.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { exportsOf, LIMITS } from "../../scripts/soak/exports.mjs";
import { startService } from "../../scripts/soak/service.mjs";
import {
  BODY_MAXIMUM,
  ITEMS_MAXIMUM,
  LIST_MAXIMUM,
  SUBMISSION_VALUES_MAXIMUM,
} from "../../src/contract/limits.ts";
import { readLogHere } from "../../src/service/imports/read-log.ts";
import { readSpans } from "../../src/service/traces/read-spans.ts";

const KEY = "pk_test_acme";
const AGENTS = [{ id: 101, name: "Front desk", mode: "TEXT", redact_pii: true }];
let folder: string;
let service: Awaited<ReturnType<typeof startService>>;

// Each test has its own: the main thread of one that has stored the exports before collects what they left.
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "parley-exports-"));
  const seed = {
    kind: "Seed",
    organizations: [{ name: "acme", api_key: KEY, agents: AGENTS }],
  };
  writeFileSync(join(folder, "seed.json"), JSON.stringify(seed));
  service = await startService(folder, join(folder, "seed.json"));
  // From now on it measures, because the start is over.
  await service.look();
});

afterEach(async () => {
  expect(await service.stop()).toBe(0);
  expect(service.errors()).toBe("");
  rmSync(folder, { recursive: true });
});

test("these exports are as large as the limits allow", () => {
  expect(LIMITS).toEqual({
    bytes: BODY_MAXIMUM,
    values: SUBMISSION_VALUES_MAXIMUM,
    items: ITEMS_MAXIMUM,
  });
});

const isOver = { value: false };

/** Reading takes so long here that the service closes idle connections, so each request has its own. */
const CLOSE = { connection: "close" };

/** Requests /healthz until `over`. Returns how often it was answered. */
async function askForHealth(): Promise<number> {
  for (let answered = 0; ; answered++) {
    if (isOver.value) return answered;
    const { status } = await fetch(`${service.url}/healthz`, { headers: CLOSE });
    expect(status).toBe(200);
  }
}

/**
 * How many milliseconds of processor time it takes to read a body without a thread, which used to be on the
 * main thread.
 */
async function readingTime(read: () => Promise<void>): Promise<number> {
  // The first time takes longer, because the code is compiled.
  await read();
  const before = process.cpuUsage();
  await read();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Sends a body, and requests /healthz until it is answered. The main thread must never work for long at a
 * time.
 */
async function expectShortTurns(path: string, type: string, body: Buffer<ArrayBuffer>, reading_ms: number) {
  isOver.value = false;
  const asking = askForHealth();
  const answer = await fetch(service.url + path, {
    method: "POST",
    headers: { ...CLOSE, "X-API-Key": KEY, "Content-Type": type },
    body,
  });
  expect(answer.status, await answer.text()).toBe(200);
  isOver.value = true;
  expect(await asking).toBeGreaterThan(10);
  const { held } = await service.look();
  expect(held.max, `milliseconds of the main thread; it would be ${reading_ms} in one go`).toBeLessThan(
    reading_ms / 3,
  );
}

test.each([
  ["as many spans as fit, in JSON", exportsOf.spans.json, false],
  ["as many spans as may be in protobuf", exportsOf.spans.protobuf, true],
  ["the longest texts, in protobuf", exportsOf.texts.protobuf, true],
])("%s: the main thread never works for long at a time", async (_, make, is_protobuf) => {
  const body = make();
  const reading_ms = await readingTime(async () => {
    expect((await readSpans({ bytes: body, is_protobuf })).spans?.rejected).toBe(0);
  });
  await expectShortTurns(
    "/v1/traces",
    is_protobuf ? "application/x-protobuf" : "application/json",
    body,
    reading_ms,
  );
});

const retell = (transcript: readonly object[]) =>
  Buffer.from(
    JSON.stringify({
      call_id: "c",
      start_timestamp: 1_750_000_000_000,
      transcript_with_tool_calls: transcript,
    }),
  );
const said = { role: "agent", content: `Write to dana@example.com. ${"Thank you. ".repeat(12)}` };
const used = (at: number) => ({
  role: "tool_call_invocation",
  tool_call_id: String(at),
  name: "book",
  arguments: JSON.stringify({ name: "Dana", guests: [1, 2, 3] }),
});

test.each([
  ["as many utterances as a log may have", Array.from({ length: ITEMS_MAXIMUM }, () => said)],
  [
    "as many tool calls as fit, with arguments in texts",
    [said, ...Array.from({ length: LIST_MAXIMUM - 1 }, (_, at) => used(at))],
  ],
])("%s: the main thread never works for long at a time", async (_, transcript) => {
  const body = retell(transcript);
  const reading_ms = await readingTime(async () => {
    const sent = { bytes: body, vendor: "retell", agent_id: 101, arrived_at: "2026-11-01T12:00:00Z" };
    const read = await readLogHere(sent, async () => new Map());
    for (const { submission } of "calls" in read ? read.calls : []) await submission.redacted();
  });
  await expectShortTurns("/v1/import/retell?agent_id=101", "application/json", body, reading_ms);
});
