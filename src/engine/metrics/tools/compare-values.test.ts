import { describe, expect, test } from "vitest";
import { type CompareMode, MAX_DEPTH, PatternRefused, ValueComparison } from "./compare-values.ts";
import { matchesPattern } from "./matches-pattern.ts";

function compare(expected: unknown, actual: unknown, mode: CompareMode = "subset") {
  const comparison = new ValueComparison(mode, matchesPattern);
  comparison.compare(expected, actual, "");
  return { equal: comparison.equal, differences: comparison.differences };
}

describe("plain values", () => {
  test.each([
    [1, 1.0],
    ["a", "a"],
    [null, null],
    [
      { a: 1, b: [true, { c: "x" }] },
      { b: [true, { c: "x" }], a: 1 },
    ],
    [[], []],
    [{}, {}],
  ])("%j equals %j", (expected, actual) => {
    expect(compare(expected, actual, "exact")).toEqual({ equal: true, differences: [] });
  });

  test.each([
    [1, "1"],
    [null, false],
    [0, null],
    [
      [1, 2],
      [1, 3],
    ],
    [[1], [1, 2]],
    [{}, []],
    ["a", "A"],
  ])("%j differs from %j", (expected, actual) => {
    expect(compare(expected, actual)).toEqual({
      equal: false,
      differences: [expect.objectContaining({ kind: "different" })],
    });
  });

  test("each difference has its place", () => {
    const expected = { date: "2026-05-01", guests: [{ name: "Ada" }, { name: "Bo" }], "a/b~": 1, room: 7 };
    const actual = { date: "2026-05-02", guests: [{ name: "Ada" }, { name: "Bob", age: 9 }], "a/b~": 2 };
    expect(compare(expected, actual).differences).toEqual([
      { path: "/date", kind: "different", expected: "2026-05-01", actual: "2026-05-02" },
      { path: "/guests/1/name", kind: "different", expected: "Bo", actual: "Bob" },
      { path: "/guests/1/age", kind: "unexpected", actual: 9 },
      { path: "/a~1b~0", kind: "different", expected: 1, actual: 2 },
      { path: "/room", kind: "missing", expected: 7 },
    ]);
  });

  test("another key is a fault only in mode exact, and is listed in both", () => {
    const differences = [{ path: "/b", kind: "unexpected", actual: 2 }];
    expect(compare({ a: 1 }, { a: 1, b: 2 }, "subset")).toEqual({ equal: true, differences });
    expect(compare({ a: 1 }, { a: 1, b: 2 }, "exact")).toEqual({ equal: false, differences });
  });

  test("no arguments do not match required ones", () => {
    expect(compare({ order_id: 5 }, {}).equal).toBe(false);
  });

  test("keys of the prototype are not there", () => {
    expect(compare({ toString: { $any: true } }, {}).differences).toMatchObject([{ kind: "missing" }]);
  });
});

describe("matchers", () => {
  test.each([
    [{ $any: true }, null, true],
    [{ $in: ["LHR", "LGW"] }, "LGW", true],
    [{ $in: ["LHR", "LGW"] }, "JFK", false],
    [{ $in: [{ $regex: "^L" }, 5] }, "LCY", true],
    [{ $in: [] }, "LHR", false],
    [{ $regex: "^\\d+$" }, "123", true],
    [{ $regex: "^\\d+$" }, "12a", false],
    [{ $regex: "1" }, 123, false],
    [{ $optional: "economy" }, "economy", true],
    [{ $optional: "economy" }, "business", false],
    [{ $optional: null }, "business", false],
    [{ $optional: { $in: [1, 2] } }, 2, true],
    [[{ $any: true }, 2], [1, 2], true],
  ])("%j against %j: %j", (expected, actual, equal) => {
    expect(compare(expected, actual).equal).toBe(equal);
  });

  test("only an optional argument may be absent", () => {
    expect(compare({ seat: { $optional: "window" } }, {}, "exact").equal).toBe(true);
    expect(compare({ seat: { $any: true } }, {}).equal).toBe(false);
  });

  test("an object with a further key is a plain object", () => {
    expect(compare({ $any: true, b: 1 }, { $any: true, b: 1 }, "exact").equal).toBe(true);
    expect(compare({ $any: true, b: 1 }, "x").equal).toBe(false);
  });

  test("a pattern that cannot be run leaves no verdict", () => {
    expect(() => compare({ $regex: "(" }, "x")).toThrow(PatternRefused);
  });
});

test("values nested too deeply differ", () => {
  const nest = (levels: number) => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level++) value = [value];
    return value;
  };
  expect(compare(nest(MAX_DEPTH - 1), nest(MAX_DEPTH - 1)).equal).toBe(true);
  expect(compare(nest(MAX_DEPTH), nest(MAX_DEPTH)).equal).toBe(false);
  expect(compare(nest(100_000), nest(100_000)).equal).toBe(false);
});
