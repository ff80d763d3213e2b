import { expect, test } from "vitest";
import { knownFor, text, tool } from "../testing/known-facts.ts";
import { followingDay } from "./following-day.ts";
import { dayInGoal } from "./moments-in-goal.ts";

const day = { ...text, format: "date" };
const move = tool("reschedule_lesson", { booking_ref: text, new_date: day });
const hire = tool("create_hire", { start_date: day, return_date: day });

test.each([
  ["Wants to move her lesson of 10 December to the following day, in the afternoon", "2026-12-11"],
  ["Wants to change the ticket of 11 December to the day after", "2026-12-12"],
  ["Move the lesson of 10 December to the next day", "2026-12-11"],
  ["Moves the lesson of 10 December two days later", "2026-12-12"],
  ["Postpones the lesson of 10 December to a week later", "2026-12-17"],
  ["Move the lesson of 10 December to the day before", "2026-12-09"],
  ["Move Thursday's lesson to the day after", "2026-11-06"],
])("a day that is counted from another is the new one: %s", (goal, new_date) => {
  expect(knownFor(goal, [move]).facts["new_date"]).toBe(new_date);
});

test("what is not moved begins on the day that is named, and ends on the one counted from it", () => {
  const { facts } = knownFor("Hires a drill from 10 December and returns it two days later", [hire]);
  expect(facts).toMatchObject({ start_date: "2026-12-10", return_date: "2026-12-12" });
  expect(dayInGoal("Books a seat on 10 December, or the day after", "2026-11-02")).toBe(38);
});

test.each(["Comes the day after tomorrow", "Wants the next day delivery", "Books the next free day"])(
  "counts from no other day: %s",
  (goal) => {
    expect(followingDay(goal)).toBeUndefined();
  },
);
