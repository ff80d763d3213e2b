import { expect, it } from "vitest";
import { momentFor } from "./moments.ts";
import type { Sources } from "./sources.ts";

const SOURCES = { seed: "1", today: "2026-11-28" } as unknown as Sources;
const month = (description: string, words = "start month", place = 0) =>
  momentFor({ words, description, format: undefined, type: "string" }, SOURCES, { place, goal: "Freeze it" });

it("gives a field of the form YYYY-MM one of the next months, or of the last ones", () => {
  for (const place of [0, 1, 2, 3]) {
    expect(["2026-12", "2027-01"]).toContain(month("first frozen month, yyyy-mm", "start month", place));
    expect(["2026-10", "2026-09"]).toContain(month("month of the loss, yyyy-mm", "month", place));
  }
  expect(month("how many months")).toBeUndefined();
});
