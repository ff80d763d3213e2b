import { describe, expect, test } from "vitest";
import { Failure } from "../../lib/failure.ts";
import { identityOf, type JournalState } from "./entries.ts";
import { itemsOf, journalOf, refusal, run, turn } from "./testing/run-items.ts";

describe("results", () => {
  test("are in the order of the items, whatever the order in which they end", async () => {
    const ended: string[] = [];
    const { results, summary } = await run({
      concurrency: 3,
      async send({ key }) {
        for (let turns = { a: 6, b: 3, c: 1 }[key] ?? 0; turns > 0; turns--) await turn();
        return { id: `id of ${key}` };
      },
      onResult: ({ item }) => void ended.push(item.key),
    });
    expect(ended).toEqual(["c", "b", "a"]);
    expect(results.map(({ index, item, id }) => [index, item.key, id])).toEqual([
      [0, "a", "id of a"],
      [1, "b", "id of b"],
      [2, "c", "id of c"],
    ]);
    expect(summary).toEqual({ total: 3, done: 3, skipped: 0, failed: 0, unknown: 0, not_sent: 0 });
  });

  test.each<[string, unknown, string]>([
    ["a refusal", new Failure("refused", "no", { status: 422 }), "failed"],
    ["a server's error", refusal({ status: 500 }), "failed"],
    ["a fault of the input", new Failure("usage", "no such file"), "failed"],
    [
      "a connection that was never made",
      new Failure("network", "nothing answers", { unknown: false }),
      "failed",
    ],
    ["a connection that broke on the way", new Failure("network", "broke", { unknown: true }), "unknown"],
    ["an unreadable yes", refusal({ status: 200, code: "unexpected_answer" }), "unknown"],
    ["a yes of the wrong shape", refusal({ code: "unexpected_answer" }), "unknown"],
    ["a redirect", refusal({ status: 302, code: "unexpected_answer" }), "failed"],
    ["an interruption", new Failure("interrupted", "interrupted"), "unknown"],
    ["an error that nobody foresaw", new TypeError("x is undefined"), "unknown"],
  ])("%s is told from others", async (_, error, outcome) => {
    const { lines, journal } = journalOf();
    const { results } = await run({
      items: itemsOf("a"),
      journal: () => journal,
      send: () => Promise.reject(error),
    });
    expect(results[0]?.outcome).toBe(outcome);
    expect(lines).toMatchObject([{ entry: "begin" }, { entry: "end", outcome }]);
  });

  test("say which fields a 422 names", async () => {
    const details = [{ where: "body.intent", message: "too short" }];
    const send = () => Promise.reject(new Failure("refused", "refused", { status: 422, details }));
    expect((await run({ send })).results[0]?.message).toBe("refused: body.intent: too short");
  });

  test("two items that are the same are refused before anything is sent", async () => {
    const twin = { key: "a", sha256: "1", file: "m.yaml" };
    let sent = 0;
    const items = [
      { ...twin, line: 3 },
      { ...twin, line: 9 },
    ];
    await expect(run({ items, send: async () => ({ id: sent++ }) })).rejects.toMatchObject({
      outcome: "usage",
      message: '"a" is listed twice',
      options: { where: "m.yaml:3 and m.yaml:9" },
    });
    expect(sent).toBe(0);
  });

  test("an error of the caller's own listener ends the run after the items in flight", async () => {
    let finished = 0;
    const broken = run({
      concurrency: 2,
      async send({ key }) {
        if (key === "b") await turn();
        finished++;
        return {};
      },
      onResult: () => Promise.reject(new Error("listener")),
    });
    await expect(broken).rejects.toThrow("listener");
    expect(finished).toBe(2);
  });
});

describe("stopping", () => {
  test("after so many failures starts nothing more", async () => {
    let sent = 0;
    const send = () => {
      sent++;
      return Promise.reject(refusal({ status: 500 }));
    };
    const { summary, stopped } = await run({ items: itemsOf("a", "b", "c", "d"), max_failures: 2, send });
    expect(sent).toBe(2);
    expect(summary).toMatchObject({ failed: 2, not_sent: 2 });
    expect(stopped?.message).toBe("stopped after 2 failures");
  });

  test("at the first key that is refused", async () => {
    const denied = new Failure("authentication", "unknown key", { status: 401 });
    const { summary, stopped } = await run({ send: () => Promise.reject(denied) });
    expect(summary).toMatchObject({ failed: 1, not_sent: 2 });
    expect(stopped).toBe(denied);
  });

  test("when three in a row could not even be sent", async () => {
    const items = itemsOf("a", "b", "c", "d", "e", "f", "g", "h");
    const sent: string[] = [];
    const { stopped, summary } = await run({
      items,
      async send({ key }) {
        sent.push(key);
        // b gets an answer, so a and the items after b do not count as a row.
        if (key === "b") return { id: 1 };
        throw new Failure("network", "nothing answers", { unknown: false });
      },
    });
    expect(sent).toEqual(["a", "b", "c", "d", "e"]);
    expect(stopped?.outcome).toBe("network");
    expect(summary).toMatchObject({ done: 1, failed: 4, not_sent: 3 });
  });

  test("a signal waits for items in flight, and those it interrupts are unknown", async () => {
    const { lines, journal } = journalOf();
    const abort = new AbortController();
    const reason = new Failure("interrupted", "interrupted");
    const report = await run({
      concurrency: 2,
      signal: abort.signal,
      journal: () => journal,
      async send({ key }) {
        if (key === "a") {
          await turn();
          abort.abort(reason);
          return { id: 1 };
        }
        await new Promise((_, reject) => abort.signal.addEventListener("abort", () => reject(reason)));
        return {};
      },
    });
    expect(report.results.map(({ outcome }) => outcome)).toEqual(["done", "unknown", "not_sent"]);
    expect(report.stopped).toBe(reason);
    expect(lines.filter(({ entry }) => entry === "end").map(({ key, outcome }) => [key, outcome])).toEqual(
      expect.arrayContaining([
        ["a", "done"],
        ["b", "unknown"],
      ]),
    );
  });

  test("between the begin and the request leaves the item to the next run", async () => {
    const { lines, journal } = journalOf();
    const abort = new AbortController();
    let sent = 0;
    const running = run({
      signal: abort.signal,
      journal: () => journal,
      send: async () => ({ id: sent++ }),
    });
    abort.abort();
    const { summary } = await running;
    expect(sent).toBe(0);
    expect(summary.not_sent).toBe(3);
    expect(lines.filter(({ outcome }) => outcome === "unknown")).toEqual([]);
    expect(lines.length % 2).toBe(0);
  });

  test("with an earlier signal, nothing is sent, and finished items are reported", async () => {
    const state: JournalState = new Map(
      itemsOf("c").map((item) => [identityOf(item), { ...item, outcome: "done" as const, at: "" }]),
    );
    const { journal } = journalOf({ state });
    const { summary, stopped } = await run({ signal: AbortSignal.abort(), journal: () => journal });
    expect(summary).toMatchObject({ not_sent: 2, skipped: 1 });
    expect(stopped?.outcome).toBe("interrupted");
  });
});

describe("pacing", () => {
  /** A clock that moves forward only when the code sleeps, and the sleeps. */
  function movedClock() {
    let now = 0;
    const slept: number[] = [];
    return {
      slept,
      now: () => now,
      random: () => 0,
      async sleep(ms: number) {
        slept.push(ms);
        now += ms;
      },
    };
  }

  test("a refusal with 429 is sent again after the pause that the service asks for", async () => {
    const clock = movedClock();
    const { lines, journal } = journalOf();
    let refusals = 2;
    const { summary } = await run({
      clock,
      journal: () => journal,
      async send() {
        if (refusals-- > 0) throw refusal({ status: 429, retry_after_ms: 3000 });
        return {};
      },
    });
    expect(summary.done).toBe(3);
    expect(clock.slept).toEqual([3000, 3000]);
    expect(lines.slice(0, 2)).toMatchObject([
      { entry: "begin", key: "a" },
      { entry: "end", key: "a", outcome: "failed" },
    ]);
    expect(lines.filter(({ key }) => key === "a").at(-1)?.outcome).toBe("done");
  });

  test("a 503 slows the others and is not sent again", async () => {
    const clock = movedClock();
    const { results } = await run({
      clock,
      async send({ key }) {
        if (key === "a") throw refusal({ status: 503, retry_after_ms: 1000 });
        return {};
      },
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(["failed", "done", "done"]);
    expect(clock.slept).toEqual([1000]);
  });

  test("an item that is refused five times has failed", async () => {
    let sent = 0;
    const { summary } = await run({
      items: itemsOf("a"),
      clock: movedClock(),
      send() {
        sent++;
        return Promise.reject(refusal({ status: 429 }));
      },
    });
    expect(sent).toBe(5);
    expect(summary.failed).toBe(1);
  });

  test("a service that asks for more than two minutes is not waited for", async () => {
    const clock = movedClock();
    const { summary, stopped } = await run({
      clock,
      send: () => Promise.reject(refusal({ status: 429, retry_after_ms: 3_600_000 })),
    });
    expect(summary).toMatchObject({ failed: 1, not_sent: 2 });
    expect(stopped?.message).toBe("the service asked to wait 3600 s");
    expect(clock.slept).toEqual([]);
  });

  test("no more run at once than the concurrency, and fewer after a refusal", async () => {
    let active = 0;
    const seen: number[] = [];
    const items = itemsOf(..."abcdefghijkl");
    const { summary } = await run({
      items,
      concurrency: 4,
      clock: movedClock(),
      async send() {
        const nth = seen.push(++active);
        await turn();
        active--;
        if (nth <= 4) throw refusal({ status: 429, retry_after_ms: 1000 });
        return {};
      },
    });
    expect(summary.done).toBe(items.length);
    expect(seen).toHaveLength(items.length + 4);
    // The first four are all refused. After that, at most two may run at once, and more as answers
    // succeed.
    expect(seen.slice(0, 4)).toEqual([1, 2, 3, 4]);
    expect(Math.max(...seen.slice(4, 6))).toBeLessThanOrEqual(2);
    expect(Math.max(...seen.slice(6))).toBeGreaterThan(2);
    expect(Math.max(...seen)).toBe(4);
  });

  test("recordings in flight stay under their limit, and a larger one is sent alone", async () => {
    const sizes = [6, 4, 1, 20, 5, 5];
    let flying = 0;
    const seen: number[] = [];
    await run({
      items: sizes.map((bytes, index) => ({ key: String(index), sha256: "", bytes })),
      concurrency: 6,
      max_bytes: 10,
      async send({ bytes = 0 }) {
        flying += bytes;
        seen.push(flying);
        await turn();
        flying -= bytes;
        return {};
      },
    });
    // 6 + 4 fill the limit. 1 waits for them, 20 for 1, and 5 + 5 for 20.
    expect(seen).toEqual([6, 10, expect.any(Number), 20, 5, 10]);
    expect(seen[2]).toBeLessThanOrEqual(10);
  });
});
