import { expect, it } from "vitest";
import { momentFor } from "./moments.ts";
import type { Sources } from "./sources.ts";

const SOURCES = {
  seed: "1",
  today: "2026-11-28",
  text: "",
  hours: { from: 540, to: 1020, days: [1, 2, 3, 4, 5, 6] },
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

it("takes the day and the hour that the goal says, and no day of birth", () => {
  const told = (words: string, goal: string) =>
    momentFor({ words, description: "", format: words, type: "string" }, SOURCES, { place: 0, goal });
  expect(told("date", "Come on Wednesday 9 December at 9")).toBe("2026-12-09");
  expect(told("date", "Come on Wednesday, the 16th of December")).toBe("2026-12-16");
  expect(told("date", "For Mia, born 20 August 2014, on Saturday 12 December")).toBe("2026-12-12");
  expect(told("time", "Come on Wednesday 9 December at 9")).toBe("09:00");
  expect(told("time", "Come on Friday at half past two")).toBe("14:30");
  expect(told("time", "Come at a quarter to eleven")).toBe("10:45");
  expect(told("time", "Two tickets at 40 euros")).not.toBe("40:00");
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
