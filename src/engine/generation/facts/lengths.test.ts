import { describe, expect, test } from "vitest";
import { knownFor, tool } from "../testing/known-facts.ts";
import { numberInGoal } from "./in-goal.ts";
import { lengthInGoal, lengthsIn, withUnit } from "./lengths.ts";

describe("how long something takes", () => {
  test.each([
    ["Books a one-hour lesson", 60],
    ["Books a lesson of an hour and a half on Sunday", 90],
    ["Books an hour and a half", 90],
    ["Books one and a half hours of tennis", 90],
    ["Books a 1.5-hour lesson", 90],
    ["Books a two-hour manual lesson", 120],
    ["Books two and a half hours", 150],
    ["Books a lesson of half an hour", 30],
    ["Books a half-hour lesson", 30],
    ["Books a 90-minute massage", 90],
    ["Books a massage of forty-five minutes", 45],
    ["Books three quarters of an hour", 45],
    ["Books a full hour of squash", 60],
    ["Books an hour and twenty minutes", 80],
    ["Books a lesson that is £40 an hour", undefined],
    ["Comes in half an hour", undefined],
    ["Wants it an hour earlier", undefined],
    ["Books a lesson for a four-year-old", undefined],
  ])("is in minutes: %s", (goal, minutes) => {
    expect(lengthInGoal(goal, "duration minutes")).toBe(minutes);
  });

  test.each([
    ["Hires a sander for a week", 7],
    ["Has them a whole week", 7],
    ["Wants a week's hire", 7],
    ["Hires a sander for two weeks", 14],
    ["Hires a sander for a fortnight", 14],
    ["Hires a sander for three days from Friday", 3],
    ["Comes twice a week", undefined],
    ["Books a visit in two weeks", undefined],
    ["Wants it on a day next week", undefined],
  ])("is in days: %s", (goal, days) => {
    expect(lengthInGoal(goal, "days")).toBe(days);
  });

  test("is in hours, in parts of them", () => {
    expect(numberInGoal("Books the hall for an hour and a half", "hours")).toBe(1.5);
    expect(numberInGoal("Books the hall for 90 minutes", "hours")).toBe(1.5);
    expect(lengthInGoal("Comes for two hours", "hours before")).toBeUndefined();
    expect(lengthsIn("Books the hall for three hours, two days, and a lesson")).toEqual([
      { of: "hour", number: 3 },
      { of: "day", number: 2 },
    ]);
  });

  test("has the unit of its description, or of its values", () => {
    expect(withUnit("duration", { description: "In minutes" })).toBe("duration minutes");
    expect(withUnit("duration", { options: [60, 90] })).toBe("duration minutes");
    expect(withUnit("duration", { options: [1, 2] })).toBe("duration");
    expect(withUnit("duration days", { options: [30, 60] })).toBe("duration days");
    expect(withUnit("quantity", { options: [60, 90] })).toBe("quantity");
  });

  const enums = { duration_minutes: { type: "integer", enum: [60, 90, 120] }, players: { type: "integer" } };
  const book = tool("book_lesson", { ...enums, duration: { type: "integer", enum: [60, 90, 120] } });
  const choose = tool("book_court", {
    court: { type: "string", enum: ["court_60", "court_90", "court_120"] },
  });

  test.each([
    ["Books a two-hour lesson for four players", 120],
    ["Books a lesson of an hour and a half for four players", 90],
  ])("is one of the tool's values: %s", (goal, duration) => {
    const { facts, open } = knownFor(goal, [book]);
    expect(facts).toMatchObject({ duration_minutes: duration, duration, players: 4 });
    expect(open).toEqual([]);
    expect(knownFor(`${goal} on a court (book_court)`, [choose]).facts["court"]).toBe(`court_${duration}`);
  });

  test("that the tool does not take is left open", () => {
    const hire = tool("book_hall", { hours: { type: "integer", minimum: 1 } });
    expect(knownFor("Books the hall for an hour and a half", [hire]).open).toEqual(["hours"]);
    expect(knownFor("Books the hall for two hours", [hire]).facts["hours"]).toBe(2);
  });
});
