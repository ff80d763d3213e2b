import { expect, test } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

test("equal values have the same text, whatever the order of their keys", () => {
  expect(canonicalJson({ b: [1, { d: null, c: "x" }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  );
  expect(canonicalJson({ a: true, b: [1, { c: "x", d: null }] })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  );
});

test("what lies deeper than 100 levels is left out", () => {
  let nested: unknown = 1;
  for (let level = 0; level < 200; level++) nested = [nested];
  expect(canonicalJson(nested)).toBe(`${"[".repeat(101)}"…"${"]".repeat(101)}`);
});
