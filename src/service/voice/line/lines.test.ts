import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DigitalHuman } from "../../../engine/caller/digital-human.ts";
import { readVoicePlan } from "../../../engine/voice/voice-plan.ts";
import { createLines } from "./lines.ts";
import type { LineSetup } from "./messages.ts";

const THREADS = "worker_threads";

let started = 0;
let lines: ReturnType<typeof createLines>;
const count = () => started++;

beforeEach(() => {
  started = 0;
  subscribe(THREADS, count);
  lines = createLines();
});
afterEach(async () => {
  unsubscribe(THREADS, count);
  vi.useRealTimers();
  await lines.close();
});

/** A call to an address that is not allowed. */
function setup(): LineSetup {
  const { effects, endpointing_ms, interruptions, murmurs } = readVoicePlan({} as DigitalHuman);
  return {
    address: { url: "ws://127.0.0.1:1/", headers: {}, session: {} as never, telephone: null },
    policy: { allow_private: false, allow_loopback: false },
    plan: {
      seed: "1",
      endpointing_ms,
      interruptions,
      speaks_first: false,
      first_wait_ms: 1000,
      extension: null,
      max_duration_ms: 1000,
      murmurs: murmurs.map((text) => ({ text, speech: new Int16Array() })),
      machine: null,
    },
    effects,
    noise: null,
    file: "",
    wants_audio: false,
  };
}

const call = (organization_id: string) =>
  lines
    .of(organization_id)
    .begin(setup())
    .ended(() => undefined);

test("calls of an organization share a thread, and organizations do not", async () => {
  const ends = await Promise.all([call("acme"), call("acme"), call("globex")]);
  expect(ends.map(({ kind }) => kind)).toEqual(["failed", "failed", "failed"]);
  expect(started).toBe(2);
  await call("acme");
  expect(started).toBe(2);
});

test("a call after the threads have ended starts another one", async () => {
  await call("acme");
  await lines.close();
  expect(await call("acme")).toMatchObject({ kind: "failed", how: expect.any(String) });
  expect(started).toBe(2);
});

test("a thread without calls ends after a minute, and a call in between keeps it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  // The port of a call that is over closes a moment later. Timers of other files may be among these.
  const isOver = async () => {
    const ending = call("acme");
    const others = vi.getTimerCount();
    await ending;
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(others), { interval: 0 });
  };
  await isOver();
  vi.advanceTimersByTime(59_000);
  await isOver();
  vi.advanceTimersByTime(59_000);
  await isOver();
  expect(started).toBe(1);
  vi.advanceTimersByTime(60_000);
  await call("acme");
  expect(started).toBe(2);
});
