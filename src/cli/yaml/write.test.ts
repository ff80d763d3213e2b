import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { processorMs } from "../../../test/support/processor-time.ts";
import { writeYaml } from "./write.ts";

/** What a reader of YAML 1.1 takes for something else if it is not quoted. */
const TEXTS = [
  "10:00",
  "12:30:45",
  "190:20:30.15",
  "-1:30",
  "2026-11-01",
  "2026-11-01T10:00:00Z",
  "2026-11-01 10:00:00 +01:00",
  "2001-1-1 1:2:3",
  "yes",
  "No",
  "on",
  "OFF",
  "y",
  "N",
  "010",
  "0o17",
  "0b11",
  "0x1F",
  "1_000",
  "685.230_15e+03",
  "+12",
  ".5",
  "1e3",
  "-.inf",
  ".NaN",
  "~",
  "null",
  "<<",
  "=",
];

describe.each(["1.1", "1.2"] as const)("a reader of YAML %s gets each text unchanged", (version) => {
  test.each(TEXTS)("%s", (text) => {
    const data = { value: text, list: [text], [text]: "as a key" };
    expect(parse(writeYaml(data), { version })).toEqual(data);
  });
});

test("texts that every reader takes for text stay plain", () => {
  expect(writeYaml({ start: "at 10:00", name: "Ana", offset: 10, date: "1 November", is_open: true })).toBe(
    "start: at 10:00\nname: Ana\noffset: 10\ndate: 1 November\nis_open: true\n",
  );
});

test("a time, a date, and yes are quoted", () => {
  expect(writeYaml({ opens: "10:00", on: "2026-11-01", answer: "yes" })).toBe(
    'opens: "10:00"\n"on": "2026-11-01"\nanswer: "yes"\n',
  );
});

test("long texts that look like numbers and times for a while are written in time", () => {
  const hostile = ["1:2", "1_", "2026-11-01 ", "1:5", "-.", "0x_"].map((start) => start.repeat(100_000));
  const spaces = [`2026-11-01${" ".repeat(100_000)}x`, `1${":59".repeat(100_000)}:x`];
  const data = [...hostile, ...spaces];
  let text = "";
  expect(processorMs(() => (text = writeYaml(data)))).toBeLessThan(2000);
  expect(parse(text)).toEqual(data);
});
