import { expect, test } from "vitest";
import { longestIncreasing } from "./order.ts";

test.each([
  [[], 0],
  [[1, 2, 3], 3],
  [[3, 2, 1], 1],
  // 2 3 7 18
  [[10, 9, 2, 5, 3, 7, 101, 18], 4],
  // Equal values do not increase.
  [[4, 4, 4], 1],
])("%j has %d in order", (values, length) => {
  expect(longestIncreasing(values)).toBe(length);
});
