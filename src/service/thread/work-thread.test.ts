import { afterAll, expect, test } from "vitest";
import { Refused } from "../errors.ts";
import { createWorkThread } from "./work-thread.ts";

/** Long enough for a small call on a busy machine. */
const DEADLINE_MS = 2000;
const short = createWorkThread({ deadline_ms: DEADLINE_MS });
afterAll(async () => {
  await short.close();
});

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const call = (turns: number) =>
  bytesOf({
    agent_id: "101",
    start_time_utc: "2026-11-01T10:00:00Z",
    participants: [
      { role: "AGENT", name: "Desk" },
      { role: "USER", name: "Ana" },
    ],
    transcript: Array.from({ length: turns }, (_, at) => ({
      speaker: at % 2 ? "AGENT" : "USER",
      utterance: `turn ${at}`,
    })),
  });
const SMALL = call(4);
/** Each of its values is one that no call has, so that reading it takes long. */
const LARGE = bytesOf({ agent_id: "101", transcript: Array(190_000).fill({ speaker: 7 }) });
const strictness = { strict: false };
/** A look-up without an end, so that the work that waits for it never ends, however fast the machine is. */
const neverFound = () => new Promise<never>(() => {});

test("work that takes too long is refused, and a new thread does what waited", async () => {
  const [before, late, after, masked] = await Promise.allSettled([
    short.readSubmission(SMALL, strictness),
    short.writeCalls([], neverFound),
    short.readSubmission(SMALL, strictness),
    short.mask('{"text":"my number is 415 555 0101"}'),
  ]);
  expect(before).toMatchObject({ status: "fulfilled", value: { body: { faults: [] } } });
  expect(late).toMatchObject({ status: "rejected", reason: expect.any(Refused) });
  expect(late).toMatchObject({
    reason: {
      status: 413,
      message: "these calls take too long to write: it was stopped after 2 s. Send or ask for less at once",
    },
  });
  expect(after).toMatchObject({ status: "fulfilled", value: { body: { faults: [] } } });
  expect(masked).toMatchObject({ status: "fulfilled", value: expect.not.stringContaining("0101") });
  // It takes further work.
  expect((await short.readSubmission(SMALL, strictness)).body.faults).toEqual([]);
});

test("however much an organization asks for, another waits for no more than one piece of it", async () => {
  const shared = createWorkThread();
  const order: string[] = [];
  const ask = (organization_id: string, piece: string) =>
    shared.of(organization_id).writeCalls([], async () => {
      order.push(`${organization_id}${piece}`);
      return new Map();
    });
  const asked = [
    ...["1", "2", "3", "4"].map((piece) => ask("a", piece)),
    ask("b", "1"),
    ask("b", "2"),
    ask("c", "1"),
  ];
  await Promise.all(asked);
  await shared.close();
  expect(order).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
});

test("closing the thread refuses the work that waits", async () => {
  const closing = createWorkThread();
  const asked = [LARGE, SMALL, SMALL].map((bytes) => closing.readSubmission(bytes, strictness));
  const ended = Promise.allSettled(asked);
  await closing.close();
  expect((await ended).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
});
