import { expect, test } from "vitest";
import { knownFor, text, tool } from "../testing/known-facts.ts";

const fitting = tool("book_fitting", {
  day: { ...text, format: "date" },
  time: { ...text, pattern: "^\\d{2}:\\d{2}$" },
});
const hoursFor = (goal: string) => {
  const { facts } = knownFor(`${goal} (book_fitting)`, [fitting]);
  return [facts["time"], facts["changes_mind_time"]];
};

test.each([
  ["Book a fitting for tomorrow afternoon at 3:15", "15:15"],
  ["Book a fitting for Friday at 7:30 in the evening", "19:30"],
  ["Book a fitting tonight at 8:45", "20:45"],
  ["Book a fitting for Friday at 10:30 at night", "22:30"],
  ["Book a fitting for Friday at 5:30 in the morning", "05:30"],
  ["Book a fitting for Friday at 4:15", "16:15"],
  ["Book a fitting for Friday at 8:15", "08:15"],
  ["Book a fitting for Friday at 05:30", "05:30"],
  ["Book a fitting for Friday at 9.30 am", "09:30"],
  ["Book a fitting for Friday at 5.30 pm", "17:30"],
  ["Book a fitting for Friday at 2.45", "14:45"],
])("an hour is in its half of the day: %s", (goal, hour) => {
  expect(hoursFor(goal)).toEqual([hour, undefined]);
});

test.each([
  ["Book a fitting for tomorrow afternoon at 3:15, then realise that it has to be 4:15", "15:15", "16:15"],
  ["Book a fitting for Friday evening at 7:30, then change it to 8:30", "19:30", "20:30"],
  ["Book a fitting for Friday at 9.30 am, then change it to 5.30 pm", "09:30", "17:30"],
])("so is the hour to which it changes: %s", (goal, first, second) => {
  expect(hoursFor(goal)).toEqual([first, second]);
});
