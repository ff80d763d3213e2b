import { describe, expect, test } from "vitest";
import { identityOf, type JournalState } from "./entries.ts";
import { Journal } from "./journal.ts";
import { abc, itemsOf, journalOf, run, turn } from "./testing/run-items.ts";

describe("the journal", () => {
  /** A run of twelve items, two at a time, whose fsyncs end when the test lets them. */
  function heldRun(ahead: number) {
    const syncs: (() => void)[] = [];
    const sent: string[] = [];
    const answers: (() => void)[] = [];
    const lines: string[] = [];
    const handle = {
      async appendFile(text: string) {
        lines.push(...text.trimEnd().split("\n"));
      },
      datasync: () => new Promise<void>((resolve) => syncs.push(resolve)),
      async close() {},
    };
    const state: JournalState = new Map();
    const journal = new Journal({ file: "the.jsonl", handle, state, now: () => 0 });
    const ended = run({
      items: itemsOf(..."abcdefghijkl"),
      concurrency: 2,
      ahead,
      journal: () => journal,
      async send({ key }) {
        sent.push(key);
        await new Promise<void>((resolve) => answers.push(resolve));
        return { id: key };
      },
    });
    return { syncs, sent, answers, lines, ended };
  }

  test("is ahead of the sending, and an answer frees a place before it is on disk", async () => {
    const { syncs, sent, answers, lines } = heldRun(4);
    await turn();
    // All items for which there is room share an fsync. Nothing is sent before it ends.
    expect(lines).toHaveLength(6);
    expect(sent).toEqual([]);
    syncs.shift()?.();
    await turn();
    expect(sent).toEqual(["a", "b"]);
    answers.shift()?.();
    await turn();
    expect(lines.at(-1)).toContain('"end"');
    expect(sent).toEqual(["a", "b", "c"]);
    answers.shift()?.();
    answers.shift()?.();
    await turn();
    expect(sent).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("holds up no more items than may be in flight and ahead", async () => {
    const { syncs, sent, answers } = heldRun(4);
    await turn();
    for (const sync of [syncs.shift(), syncs.shift()]) {
      sync?.();
      await turn();
      syncs[0]?.();
      await turn();
    }
    syncs.length = 0;
    for (let answer = answers.shift(); answer; answer = answers.shift()) {
      answer();
      await turn();
    }
    // No end is on disk yet: six items have begun, and no more begin.
    expect(sent).toEqual(["a", "b", "c", "d", "e", "f"]);
  });

  test("without going ahead keeps a place from the first line to the last", async () => {
    const { syncs, sent, answers } = heldRun(0);
    for (let i = 0; i < 4; i++) {
      await turn();
      syncs.shift()?.();
    }
    await turn();
    expect(sent).toEqual(["a", "b"]);
    answers.shift()?.();
    await turn();
    expect(sent).toEqual(["a", "b"]);
  });

  test("takes few fsyncs for many items", async () => {
    let syncs = 0;
    const handle = {
      async appendFile() {},
      async datasync() {
        syncs++;
        await turn();
      },
      async close() {},
    };
    const pause = async () => {
      for (let turns = 0; turns < 5; turns++) await turn();
    };
    const journal = new Journal({ file: "j", handle, state: new Map(), now: () => 0, pause });
    const keys = Array.from({ length: 1000 }, (_, i) => String(i));
    const send = async () => {
      await turn();
      return {};
    };
    const { summary } = await run({
      items: itemsOf(...keys),
      concurrency: 64,
      ahead: 128,
      journal: () => journal,
      send,
    });
    expect(summary.done).toBe(1000);
    // 2,000 lines; 192 items may be open between two of them.
    expect(syncs).toBeLessThan(60);
  });

  test("writes the begin before the request is sent, and the end before the result is reported", async () => {
    const { lines, journal } = journalOf();
    const seen: string[] = [];
    await run({
      items: itemsOf("a"),
      journal: () => journal,
      async send() {
        seen.push(`sent after ${lines.map(({ entry }) => entry).join()}`);
        return {};
      },
      onResult: () => void seen.push(`told after ${lines.map(({ entry }) => entry).join()}`),
    });
    expect(seen).toEqual(["sent after begin", "told after begin,end"]);
  });

  test("on a full disk stops the run before anything is sent whose begin is not there", async () => {
    const { journal } = journalOf({ failsAt: 3 });
    const sent: string[] = [];
    const { results, stopped } = await run({
      journal: () => journal,
      async send({ key }) {
        sent.push(key);
        return {};
      },
    });
    expect(sent).toEqual(["a"]);
    expect(results.map(({ outcome }) => outcome)).toEqual(["done", "not_sent", "not_sent"]);
    expect(stopped).toMatchObject({
      message: "cannot write the journal: the disk is full",
      options: { where: "the.jsonl", hint: expect.stringContaining("make room") },
    });
  });

  test("that cannot write an end stops the run; the result stays what the service said", async () => {
    const { journal } = journalOf({ failsAt: 2, code: "EIO" });
    const { results, stopped } = await run({ journal: () => journal });
    expect(results.map(({ outcome, id }) => [outcome, id])).toEqual([
      ["done", "id of a"],
      ["not_sent", undefined],
      ["not_sent", undefined],
    ]);
    expect(stopped?.message).toBe("cannot write the journal: EIO");
  });
});

describe("what earlier runs left", () => {
  const left = (outcome: "done" | "failed" | "unknown"): JournalState =>
    new Map(abc.map((item) => [identityOf(item), { ...item, outcome, id: 1, at: "2026-11-01T12:00:00Z" }]));

  test.each([
    ["done", undefined, "skipped", 0],
    ["failed", undefined, "done", 3],
    ["unknown", undefined, "unknown", 0],
    ["unknown", ["unknown"] as const, "done", 3],
    ["done", ["done"] as const, "done", 3],
  ] as const)("%s, with resend %j, becomes %s", async (outcome, resend, expected, times) => {
    const { lines, journal } = journalOf({ state: left(outcome) });
    const seen: unknown[] = [];
    const { results } = await run({
      journal: () => journal,
      ...(resend && { resend }),
      async send(_, previous) {
        seen.push(previous?.outcome);
        return { id: 2 };
      },
    });
    expect(results.map((result) => result.outcome)).toEqual([expected, expected, expected]);
    expect(results.map((result) => result.id)).toEqual(Array(3).fill(times ? 2 : 1));
    expect(seen).toEqual(Array(times).fill(outcome));
    expect(lines).toHaveLength(times * 2);
  });
});
