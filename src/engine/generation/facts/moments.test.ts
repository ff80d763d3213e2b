import { expect, it } from "vitest";
import { momentFor } from "./moments.ts";
import type { Sources } from "./sources.ts";

const SOURCES = {
  seed: "1",
  today: "2026-11-28",
  text: "",
  hours: { from: 540, to: 1020 },
} as unknown as Sources;
const month = (description: string, words = "start month", place = 0) =>
  momentFor({ words, description, format: undefined, type: "string" }, SOURCES, { place, goal: "Freeze it" });

it("gives a field of the form YYYY-MM one of the next months, or of the last ones", () => {
  for (const place of [0, 1, 2, 3]) {
    expect(["2026-12", "2027-01"]).toContain(month("first frozen month, yyyy-mm", "start month", place));
    expect(["2026-10", "2026-09"]).toContain(month("month of the loss, yyyy-mm", "month", place));
  }
  expect(month("how many months")).toBeUndefined();
});

it("gives the day of something that did not happen in the past", () => {
  const day = (words: string, description: string) =>
    momentFor({ words, description, format: "date", type: "string" }, SOURCES, {
      place: 0,
      goal: "Report it",
    });
  expect(day("missed on", "") ?? "").toMatch(/^2026-11-(?:1[89]|2[0-7])$/);
  expect(day("day", "day on which it should have been emptied") ?? "").toMatch(/^2026-11-(?:1[89]|2[0-7])$/);
});
