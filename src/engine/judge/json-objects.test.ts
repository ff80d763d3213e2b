import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { jsonObjects } from "./json-objects.ts";

describe("jsonObjects", () => {
  it.each([
    ["", []],
    ["true", []],
    ["[1]", []],
    ['{"a":1}', [{ a: 1 }]],
    ['Here:\n```json\n{"a":{"b":"}"}}\n```', [{ a: { b: "}" } }]],
    ['{"a":1} or {"a":2}', [{ a: 1 }, { a: 2 }]],
    ['{"a":"\\"}"}', [{ a: '"}' }]],
    // A brace that opens nothing does not hide what comes after it.
    ['{ {"a":1}', [{ a: 1 }]],
    ['{"open": "{"a":1}', [{ a: 1 }]],
    ["{a:1}", []],
    ['{"a":1', []],
    ['<think>{"a":1}</think>{"a":2}', [{ a: 2 }]],
    // A draft is not an answer, even if the end of the thought is not marked.
    ['<think>{"a":1}', []],
    ['{"a":1}</think>{"a":2}', [{ a: 2 }]],
    ['{"a":1}<think>{"a":2}', [{ a: 1 }]],
    // A mark inside a text is part of the text.
    ['{"a":"<think>"}', [{ a: "<think>" }]],
    ['{"a":"</think>"}{"a":2}', [{ a: "</think>" }, { a: 2 }]],
    // A key that occurs twice says two things.
    ['{"a":1,"a":2}', []],
    ['{"a":1,"\\u0061":2}', []],
    ['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', [{ a: { a: 1 }, b: [{ a: 1 }, { a: 2 }] }]],
  ])("finds the JSON objects in %j", (text, expected) => {
    expect(jsonObjects(text)).toEqual(expected);
  });

  it("finds an object between any words without braces or quotes", () => {
    const words = fc.string().map((text) => text.replace(/[{}"<]/g, ""));
    fc.assert(
      fc.property(words, fc.dictionary(fc.string(), fc.jsonValue()), words, (before, object, after) => {
        const json = JSON.stringify(object);
        fc.pre(!json.includes("<think>"));
        expect(jsonObjects(before + json + after)).toEqual([JSON.parse(json)]);
      }),
    );
  });

  it("reads an object of 100,000 characters", () => {
    const object = { reasoning: "a".repeat(100_000) };
    expect(jsonObjects(`Here:\n${JSON.stringify(object)}`)).toEqual([object]);
  });

  const deep = `${'{"a":'.repeat(500_000)}1${"}".repeat(500_000)}`;
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 300_000 }, (_, i) => [`k${i}`, i])));
  it.each([
    ["braces", "{".repeat(200_000)],
    ["small objects", "{}".repeat(1_000_000)],
    ["what looks like small objects", "{]}".repeat(1_000_000)],
    ["an object that nests without end", deep],
    ["an object with very many keys", wide],
  ])("gives up on %s, which would keep everybody waiting", (_, text) => {
    const parsed = vi.spyOn(JSON, "parse");
    expect(jsonObjects(`${text}{"answer":1}`)).not.toContainEqual({ answer: 1 });
    // Each takes microseconds, so this many take about 30 ms.
    expect(parsed.mock.calls.length).toBeLessThan(4000);
    expect(Math.max(0, ...parsed.mock.calls.map(([json]) => json.length))).toBeLessThan(200_000);
    parsed.mockRestore();
  });
});
