import { describe, expect, test } from "vitest";
import { cronOf, dueAfter } from "./times.ts";

describe("cronOf", () => {
  test.each([
    [{ frequency: "every_n_minutes", interval: 15 }, "*/15 * * * *"],
    [{ frequency: "every_n_hours", interval: 6 }, "0 */6 * * *"],
    [{ frequency: "daily", time: "07:05" }, "5 7 * * *"],
    [{ frequency: "weekly", day_of_week: "sunday", time: "00:00" }, "0 0 * * SUN"],
    [{ frequency: "monthly", day_of_month: 31, time: "23:59" }, "59 23 31 * *"],
    [{ frequency: "cron", expression: " 0  9 * * 1-5 " }, "0 9 * * 1-5"],
  ] as const)("%j is %s", (recurrence, expression) => {
    expect(cronOf(recurrence)).toBe(expression);
  });
});

describe("dueAfter", () => {
  const due = async (expression: string, zone: string, after: string) =>
    (await dueAfter(expression, zone, new Date(after))).toISOString();

  test.each([
    ["*/15 * * * *", "UTC", "2026-03-01T10:00:00Z", "2026-03-01T10:15:00.000Z"],
    // Nine o'clock in Berlin is 08:00 UTC in winter and 07:00 in summer.
    ["0 9 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T07:00:00.000Z"],
    ["0 9 * * *", "Europe/Berlin", "2026-03-27T12:00:00Z", "2026-03-28T08:00:00.000Z"],
    // Half past two does not exist on the night when the clocks go forward. It runs after the change.
    ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00.000Z"],
    // On the night when the clocks go back, half past two occurs twice. It runs only the first time, but
    // "every half hour" runs each time.
    ["30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00.000Z"],
    ["30 2 * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00.000Z"],
    ["30 2 * * *", "Europe/Berlin", "2026-10-25T01:10:00Z", "2026-10-26T01:30:00.000Z"],
    ["*/30 * * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T01:00:00.000Z"],
    ["*/30 * * * *", "Europe/Berlin", "2026-10-25T01:00:00Z", "2026-10-25T01:30:00.000Z"],
    // Skips months without that day.
    ["0 0 31 * *", "UTC", "2026-03-31T00:00:00Z", "2026-05-31T00:00:00.000Z"],
    ["0 0 * * SUN", "America/New_York", "2026-03-02T00:00:00Z", "2026-03-08T05:00:00.000Z"],
  ])("%s in %s after %s is %s", async (expression, zone, after, expected) => {
    expect(await due(expression, zone, after)).toBe(expected);
  });

  test.each([
    ["* * * * * *", "UTC", /not a cron expression of five fields/],
    ["61 * * * *", "UTC", /not a cron expression of five fields/],
    ["soon", "UTC", /not a cron expression of five fields/],
    ["0 0 30 2 *", "UTC", /will never be due/],
    ["0 9 * * *", "Europe/Atlantis", /is not a time zone/],
  ])("%s in %s is refused", async (expression, zone, why) => {
    await expect(due(expression, zone, "2026-03-01T00:00:00Z")).rejects.toThrow(why);
  });
});
