import { describe, expect, test } from "vitest";
import { statements } from "./statements.ts";

describe("a heading is not the beginning of the sentence below it", () => {
  test.each([
    "IDENTIFICATION\nAlways look up the booking.",
    "Identification\nAlways look up the booking.",
    "## Identification\nAlways look up the booking.",
    "**Identification**\nAlways look up the booking.",
    "**Identification.** Always look up the booking.",
    "**Identification** Always look up the booking.",
    "*Identification.* Always look up the booking.",
    "1. *Identification.* Always look up the booking.",
    "Identification\n--------------\nAlways look up the booking.",
    "Identification\n===\n\nAlways look up the booking.",
  ])("%j", (text) => {
    expect(statements(text).map((one) => one.replace(/\.$/, "").toLowerCase())).toEqual([
      "identification",
      "always look up the booking",
    ]);
  });

  test.each([
    ["You book visits for the\nSmith family.", "You book visits for the Smith family."],
    ["Please be kind,\nAnna says.", "Please be kind, Anna says."],
    ["We close on\nSundays.", "We close on Sundays."],
    [
      "Somebody who calls about a lost bag gets\nHanna on the line.",
      "Somebody who calls about a lost bag gets Hanna on the line.",
    ],
    ["Be kind and\npatient.", "Be kind and patient."],
  ])("a sentence that is wrapped is one: %j", (text, sentence) => {
    expect(statements(text)).toEqual([sentence]);
  });
});

test("each row of a table is separate", () => {
  const table = "| Task | Tool |\n|---|:--|\n| Balance | `get_balance` |\n| Reading | submit_reading |";
  expect(statements(table)).toEqual(["Task, Tool", "Balance, get_balance", "Reading, submit_reading"]);
});

test("a bold word within a sentence stays there", () => {
  expect(statements("**Never** book twice. Ask for the **full name** first.")).toEqual([
    "Never book twice.",
    "Ask for the full name first.",
  ]);
});
