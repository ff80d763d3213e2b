import { describe, expect, it } from "vitest";
import { inCommonUnit } from "./units.ts";

describe("inCommonUnit", () => {
  it.each([
    // 2010 / 1000 is the same double as 2.01; 2.01 * 1000 would be 2009.9999999999998.
    [{ number: 2010, unit: "ms" }, { number: 2.01, unit: "s" }, [2.01, 2.01]],
    [{ number: 0.7, unit: "ratio" }, { number: 70, unit: "%" }, [0.7, 0.7]],
    [{ number: 41, unit: "percent" }, { number: 60, unit: "%" }, [41, 60]],
    [{ number: 3, unit: "count" }, { number: 2 }, [3, 2]],
    [{ number: 3 }, { number: 2 }, [3, 2]],
    [{ number: 3, unit: "count" }, { number: 2, unit: "s" }, undefined],
    [{ number: 3, unit: "s" }, { number: 2, unit: "%" }, undefined],
    [{ number: 3, unit: "toString" }, { number: 2, unit: "s" }, undefined],
  ])("%j and %j: %j", (left, right, expected) => {
    expect(inCommonUnit(left, right)).toEqual(expected);
  });
});
