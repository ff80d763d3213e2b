import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

test("equal values have the same text, whatever the order of their keys", () => {
  expect(canonicalJson({ b: [1, { d: null, c: "x" }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  );
  expect(canonicalJson({ a: true, b: [1, { c: "x", d: null }] })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  );
});

test("what lies deeper than the levels is left out", () => {
  let nested: unknown = 1;
  for (let level = 0; level < 200; level++) nested = [nested];
  expect(canonicalJson(nested, 100)).toBe(`${"[".repeat(101)}"…"${"]".repeat(101)}`);
});

describe("canonical JSON", () => {
  const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  const value = fc.jsonValue({ maxDepth: 4 });

  test("says what the value says", () => {
    fc.assert(
      fc.property(value, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(asJson(value));
      }),
    );
  });

  test("is the same whatever the order of the keys", () => {
    const reversed = (_: string, value: unknown): unknown =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value;
    fc.assert(
      fc.property(value, (value) => {
        expect(canonicalJson(JSON.parse(JSON.stringify(value), reversed))).toBe(canonicalJson(value));
      }),
    );
  });

  test("leaves out undefined, as JSON does", () => {
    const value = { b: undefined, a: [undefined, { c: undefined }] };
    expect(canonicalJson(value)).toBe('{"a":[null,{}]}');
    expect(canonicalJson(undefined)).toBe("");
  });
});
