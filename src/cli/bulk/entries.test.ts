import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Entry, fingerprint, identityOf, lineOf, parseJournal } from "./entries.ts";

const at = "2026-11-01T12:00:00.000Z";
const begin = (key: string) => JSON.stringify({ entry: "begin", key, sha256: "aa", at });
const end = (key: string, outcome: string, more = {}) =>
  JSON.stringify({ entry: "end", key, sha256: "aa", at, outcome, ...more });
const bytes = (text: string) => new TextEncoder().encode(text);
const state = (...lines: string[]) =>
  parseJournal(bytes(lines.map((line) => `${line}\n`).join("")), "j").state;
const of = (key: string) => identityOf({ key, sha256: "aa" });

describe("the state of an item", () => {
  test("is unknown while a begin has no end", () => {
    expect(state(begin("a"), end("a", "done", { id: 7 }), begin("b")).get(of("b"))).toMatchObject({
      outcome: "unknown",
    });
  });

  test("is that of its last end, with the id of the service", () => {
    const item_state = state(
      begin("a"),
      end("a", "failed", { message: "no" }),
      begin("a"),
      end("a", "done", { id: 7 }),
    );
    expect(item_state.get(of("a"))).toEqual({
      key: "a",
      sha256: "aa",
      at,
      outcome: "done",
      id: 7,
      message: undefined,
    });
  });

  test("is unknown again when a finished item is begun again", () => {
    expect(state(begin("a"), end("a", "done"), begin("a")).get(of("a"))?.outcome).toBe("unknown");
  });

  test("is kept apart for another payload under the same key", () => {
    expect(state(begin("a")).has(identityOf({ key: "a", sha256: "bb" }))).toBe(false);
  });
});

describe("a damaged journal", () => {
  test("loses an incomplete end, wherever it was cut", () => {
    const whole = `${begin("ä")}\n`;
    const content = bytes(`${whole}${end("ä", "done")}`);
    for (let length = bytes(whole).length; length <= content.length; length++) {
      const parsed = parseJournal(content.subarray(0, length), "j");
      expect(parsed.whole_bytes).toBe(bytes(whole).length);
      expect(parsed.state.get(of("ä"))?.outcome).toBe("unknown");
    }
  });

  test.each([
    ["no JSON", '{"entry":"begin"'],
    ["an empty line", ""],
    ["no entry", '{"entry":"begin","key":"a"}'],
    ["an unheard outcome", end("a", "perhaps")],
    ["not an object", "null"],
  ])("with %s in the middle is refused with file and line", (_, line) => {
    expect(() => state(begin("a"), line, begin("b"))).toThrow(
      expect.objectContaining({ options: expect.objectContaining({ where: "j:2", code: "journal" }) }),
    );
  });

  test("with bytes that are not UTF-8 is refused", () => {
    const content = bytes(`${begin("abc")}\n`);
    content[content.indexOf(98)] = 0xff;
    expect(() => parseJournal(content, "j")).toThrow("damaged");
  });
});

test("a line is the JSON of its entry", () => {
  const line = { key: fc.string({ unit: "binary" }), sha256: fc.constant("0af3"), at: fc.constant(at) };
  const entry: fc.Arbitrary<Entry> = fc.oneof(
    fc.record({ entry: fc.constant("begin" as const), ...line }),
    fc.record(
      {
        entry: fc.constant("end" as const),
        ...line,
        outcome: fc.constantFrom("done" as const, "failed" as const, "unknown" as const),
        id: fc.oneof(fc.integer(), fc.string()),
        message: fc.string({ unit: "binary" }),
      },
      { requiredKeys: ["entry", "key", "sha256", "at", "outcome"] },
    ),
  );
  fc.assert(
    fc.property(entry, (entry) => {
      expect(lineOf(entry)).toBe(JSON.stringify(entry));
    }),
  );
});

describe("a fingerprint", () => {
  test("is the SHA-256 of the JSON with sorted keys", () => {
    // printf '{"a":[2,1],"b":{"c":null,"d":1}}' | sha256sum
    expect(fingerprint({ b: { d: 1, c: null }, a: [2, 1] })).toBe(
      "78e4378259fd2290f0cfa8667d788096267be3dd0acf29c51cdf64d70b0f05af",
    );
  });

  test("differs with the order of a list, a type or a key", () => {
    const values = [[1, 2], [2, 1], ["1", 2], { a: 1 }, { b: 1 }, { a: "1" }, null, undefined];
    expect(new Set(values.map(fingerprint)).size).toBe(values.length);
  });
});
