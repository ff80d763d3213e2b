import { expect, it } from "vitest";
import { nameInGoal } from "./in-goal.ts";
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

const on = (words: string, goal: string, { text = "", description = "" } = {}) =>
  momentFor(
    { words, description, format: "date", type: "string" },
    { ...SOURCES, today: "2026-03-02", text },
    { place: 0, goal },
  ) ?? "";

it("takes the day that something is moved from where the field is about what is on record", () => {
  const goal = "Move the lesson of Thursday 12 March to the Friday of that week";
  expect(on("new date", goal)).toBe("2026-03-13");
  expect(on("new date", "Has a move booked for 4 March and wants it on 14 March instead")).toBe("2026-03-14");
  expect(on("current date", goal)).toBe("2026-03-12");
  expect(on("lesson date", goal, { description: "the lesson as it was" })).toBe("2026-03-12");
  expect(on("date", goal, { description: "the day to which the existing lesson moves" })).toBe("2026-03-13");
});

it("takes the past day that the goal says of what has happened", () => {
  const said = (goal: string) => on("incident date", goal);
  expect(said("Report that a pipe burst yesterday")).toBe("2026-03-01");
  expect(said("Report the theft of a bicycle on Friday")).toBe("2026-02-27");
  expect(said("Report storm damage from last Monday")).toBe("2026-02-23");
  expect(said("Report hail three days ago")).toBe("2026-02-27");
  expect(said("Report a fire on 20 February")).toBe("2026-02-20");
  expect(said("Report a fire on 20 December")).toBe("2025-12-20");
  expect(said("Report a fire this morning")).toBe("2026-03-02");
  expect(on("date", "Report it", { description: "not in the future" }) < "2026-03-02").toBe(true);
  expect(on("date", "Book it", { description: "not in the past" }) > "2026-03-02").toBe(true);
});

it("takes a day without a month for the next such day", () => {
  expect(on("date", "Sweep a chimney, at first on the 6th")).toBe("2026-03-06");
  expect(on("date", "Come on the 1st at nine")).toBe("2026-04-01");
  expect(on("date", "Come to the 5th floor on Friday")).toBe("2026-03-06");
});

it("keeps to within two weeks, and to the last day that a text names", () => {
  const days = (text: string) =>
    Array.from(
      { length: 30 },
      (_, place) =>
        momentFor(
          { words: "date", description: "", format: "date", type: "string" },
          { ...SOURCES, today: "2026-03-02", text },
          { place, goal: "Book it" },
        ) ?? "",
    ).toSorted();
  expect(days("").at(-1)).toBe("2026-03-16");
  for (const text of [
    "A delivery day, 6 March at the latest.",
    "Needs a date, at the latest 06.03.2026.",
    "We take orders up to Friday 6 March and no further.",
    "Visits can be booked until the 6th of March.",
  ]) {
    expect(days(text).at(-1)).toBe("2026-03-06");
    expect((days(text)[0] ?? "") > "2026-03-02").toBe(true);
  }
  expect(days("Bookings are taken until the end of February 2027.").at(-1)).toBe("2026-03-16");
  expect(days("Orders are closed until 4 March.").at(-1)).toBe("2026-03-16");
});

it("takes the month that the goal names, and no place by that name", () => {
  const from = (goal: string) =>
    momentFor(
      { words: "from month", description: "yyyy-mm", format: undefined, type: "string" },
      { ...SOURCES, today: "2026-03-02" },
      { place: 0, goal },
    );
  expect(from("Pay 110 euros a month from May")).toBe("2026-05");
  expect(from("Pay 110 euros a month from January")).toBe("2027-01");
  expect(from("Pay 110 euros a month")).toBe("2026-04");
  expect(nameInGoal("Pay 110 euros a month from April", "from month", ["from_month"])).toBeUndefined();
});

it("gives a day and an hour in the form that the description names", () => {
  const start = momentFor(
    { words: "start", description: "yyyy-mm-ddthh:mm", format: undefined, type: "string" },
    SOURCES,
    { place: 0, goal: "Book it" },
  );
  expect(start).toMatch(/^2026-1[12]-\d\dT\d\d:\d\d$/);
});

it("takes the edge of the month that the goal names, and the later of two days of one tool", () => {
  const on = (words: string, goal: string, within = "") =>
    momentFor(
      { words, description: "", format: "date", type: "string", within },
      { ...SOURCES, today: "2026-11-18" },
      { place: 0, goal },
    );
  expect(on("start date", "Freeze the membership for two months from January")).toBe("2027-01-01");
  expect(on("until", "Needs access until the end of June")).toBe("2027-06-30");
  expect(on("until", "Needs access until the end of November")).toBe("2026-11-30");
  expect(on("date", "Parks from 8 to 11 December", "arrive")).toBe("2026-12-08");
  expect(on("date", "Parks from 8 to 11 December", "return")).toBe("2026-12-11");
  expect(on("reading date", "Gives a meter reading of 1482")).toBe("2026-11-18");
  expect(on("reading date", "Gives a reading that she took yesterday")).toBe("2026-11-17");
});

it("takes a day of the week in which the other day is", () => {
  const on = (goal: string) =>
    momentFor(
      { words: "new date", description: "", format: "date", type: "string" },
      { ...SOURCES, today: "2026-10-14" },
      { place: 0, goal },
    );
  expect(on("Move the lesson of Thursday 22 October to the Friday of that week")).toBe("2026-10-23");
  expect(on("Move the lesson of Thursday 22 October to the Sunday in the same week")).toBe("2026-10-25");
  expect(on("Move the lesson of Thursday 22 October to Friday 30 October")).toBe("2026-10-30");
});
