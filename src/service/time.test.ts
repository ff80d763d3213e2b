import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { dateTime } from "../contract/schemas/common.ts";
import { Refused } from "./errors.ts";
import { toUtc } from "./time.ts";

describe("toUtc", () => {
  test.each([
    ["2025-03-01T10:00:00Z", "2025-03-01T10:00:00.000Z"],
    ["2025-03-01T10:00:00", "2025-03-01T10:00:00.000Z"],
    ["2025-03-01T10:00", "2025-03-01T10:00:00.000Z"],
    ["2025-03-01T10:00:00.123456Z", "2025-03-01T10:00:00.123Z"],
    // 00:30 at +02:00 is 22:30 of the day before; 2024 is a leap year.
    ["2024-03-01T00:30:00+02:00", "2024-02-29T22:30:00.000Z"],
    ["2024-12-31T23:00:00-01:30", "2025-01-01T00:30:00.000Z"],
  ])("%s is %s", (date_time, utc) => {
    expect(toUtc(date_time)).toBe(utc);
  });

  test.each(["0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"])("refuses %s", (date_time) => {
    expect(() => toUtc(date_time)).toThrow(/outside the years 0 to 9999/);
  });

  test("takes every date-time of the contract, or refuses it in words, and keeps it if it is in UTC", () => {
    const { pattern = "" } = z.toJSONSchema(dateTime);
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(pattern)), (date_time) => {
        try {
          const utc = toUtc(date_time);
          expect(dateTime.safeParse(utc).success).toBe(true);
          expect(toUtc(utc)).toBe(utc);
        } catch (error) {
          expect(error).toBeInstanceOf(Refused);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
