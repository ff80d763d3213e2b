import fc from "fast-check";
import { describe, expect, it } from "vitest";
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
    // A brace that opens nothing hides nothing behind it.
    ['{ {"a":1}', [{ a: 1 }]],
    ['{"open": "{"a":1}', [{ a: 1 }]],
    ["{a:1}", []],
    ['{"a":1', []],
    ['<think>{"a":1}</think>{"a":2}', [{ a: 2 }]],
    // A draft is not an answer, even where the end of the thought is not marked.
    ['<think>{"a":1}', []],
    ['{"a":1}</think>{"a":2}', [{ a: 2 }]],
    ['{"a":1}<think>{"a":2}', [{ a: 1 }]],
    // A mark inside of a text is a part of that.
    ['{"a":"<think>"}', [{ a: "<think>" }]],
    ['{"a":"</think>"}{"a":2}', [{ a: "</think>" }, { a: 2 }]],
    // A key that is given twice says two things.
    ['{"a":1,"a":2}', []],
    ['{"a":1,"\\u0061":2}', []],
    ['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', [{ a: { a: 1 }, b: [{ a: 1 }, { a: 2 }] }]],
  ])("%j", (text, expected) => {
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

  it("gives up on what would take forever", () => {
    expect(jsonObjects(`${"{".repeat(200_000)}{"a":1}`)).toEqual([]);
  });
});
