import { describe, expect, it } from "vitest";
import type { LanguageCode } from "../../../contract/values.ts";
import { languageOf } from "../language.ts";
import { dayAndMonth, minutesOfDay, spokenTimes } from "./dates.ts";
import { saysMonth, spokenMonth } from "./moments.ts";

describe("dayAndMonth", () => {
  it.each<[LanguageCode, string, { day: number; month: number } | undefined]>([
    ["en", "2024-05-03", { day: 3, month: 5 }],
    ["en", "May 3rd, 2024", { day: 3, month: 5 }],
    ["en", "3rd of May", { day: 3, month: 5 }],
    ["en", "03/05", undefined],
    ["en", "next Tuesday", undefined],
    ["de", "3. März", { day: 3, month: 3 }],
    ["de", "03.05.2024", { day: 3, month: 5 }],
    ["es", "3 de mayo de 1980", { day: 3, month: 5 }],
    ["ru", "3 мая", { day: 3, month: 5 }],
    ["zh", "5月3日", { day: 3, month: 5 }],
    ["vi", "ngày 3 tháng 5", { day: 3, month: 5 }],
    ["ar", "3 أيار", { day: 3, month: 5 }],
  ])("in %s of %s is %j", (language, date, expected) => {
    expect(dayAndMonth(date, languageOf(language).dates)).toEqual(expected);
  });
});

describe("spokenTimes", () => {
  it.each([
    ["on Friday at half past two, please", [150]],
    ["Half past twelve or a quarter to 9", [30, 525]],
    ["half past 10:00, and in half an hour", []],
  ])("%s", (text, minutes) => {
    expect(spokenTimes(text)).toEqual(minutes);
  });
});

describe("minutesOfDay", () => {
  it.each([
    ["10:30 am", 630],
    ["12 am", 0],
    ["12:15 pm", 735],
    ["7 p.m.", 1140],
    ["16:45", 1005],
    ["10 Uhr", 600],
    ["8h30", 510],
    ["noon", undefined],
  ])("of %s is %s", (time, minutes) => {
    expect(minutesOfDay(time)).toBe(minutes);
  });
});

describe("a month", () => {
  const english = languageOf("en");

  it("is said with its year", () => {
    expect(spokenMonth("2027-01", english)).toBe("January 2027");
    expect(spokenMonth("2027-13", english)).toBeUndefined();
    expect(spokenMonth("2027-01-02", english)).toBeUndefined();
  });

  it.each([
    ["From the first of January 2027.", "2027-01", true],
    ["From January, please.", "2027-01", true],
    ["2027-01", "2027-01", true],
    ["From January 2028.", "2027-01", false],
    ["From February 2027.", "2027-01", false],
    ["You may choose.", "2027-05", false],
    ["In May.", "2027-05", true],
    ["January", "2027-01-04", undefined],
  ])("in %j, %s is %s", (text, month, expected) => {
    expect(saysMonth(text, month, english)).toBe(expected);
  });
});
