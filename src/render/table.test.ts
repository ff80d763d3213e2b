import { expect, test } from "vitest";
import { createPaint } from "../terminal/colour.ts";
import { renderTable } from "./table.ts";

test("an outcome is shown in the words for people", async () => {
  const grid = {
    columns: [
      { title: "id", value: "id" },
      { title: "outcome", value: "outcome", kind: "outcome" as const },
    ],
    rows: [
      [12, "incompleted"],
      [13, "passed"],
    ],
  };
  const lines = renderTable(grid, 80, await createPaint(false), new Date()).split("\n");
  expect(lines.map((line) => line.trim().split(/ +/))).toEqual([
    ["ID", "OUTCOME"],
    ["12", "inconclusive"],
    ["13", "passed"],
    [""],
  ]);
});
