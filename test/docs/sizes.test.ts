import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sizesOf } from "../../bench/support/sizes.mjs";

test("the sizes in the documentation are those that were measured last", () => {
  const measured = JSON.parse(readFileSync("bench/results.json", "utf8"));
  expect(readFileSync("docs/operations.md", "utf8")).toContain(
    `<!-- sizes -->\n${sizesOf(measured)}\n<!-- /sizes -->`,
  );
});
