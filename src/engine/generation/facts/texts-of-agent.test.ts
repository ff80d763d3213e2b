import { expect, test } from "vitest";
import { processorMs } from "../../../../test/support/processor-time.ts";
import { callers, TODAY, text, tool } from "../testing/callers.ts";
import { boundsIn } from "./bounds.ts";
import { formOf } from "./forms.ts";
import { hoursIn } from "./hours.ts";
import { nameInGoal, numberInGoal, optionInGoal } from "./in-goal.ts";
import { itemsFor, listsIn } from "./lists.ts";
import { dayInGoal } from "./moments-in-goal.ts";

test.each<[string, string, [number, number], number[]]>([
  ["At most 7 days ahead", "", [0, 7], []],
  ["Delivery day, not before tomorrow", "", [1, 60], []],
  ["At least two days in advance and at most two weeks", "", [2, 14], []],
  ["", "Appointments can be booked up to 5 days ahead.", [0, 5], []],
  ["", "We don't deliver on Mondays and Tuesdays.", [0, 60], [1, 2]],
  ["Weekdays only", "", [0, 60], [0, 6]],
  ["", "Open Thursday to Saturday from 9:00 to 17:00.", [0, 60], [0, 1, 2, 3]],
  ["", "You can get a refund up to 2 days after the order.", [3, 60], []],
])("days lie within what the texts allow: %s %s", (description, prompt, [low, high], closed) => {
  const book = tool("book_visit", { date: { ...text, format: "date", description } });
  for (const { facts } of callers("Book a visit", { prompt, tools: [book] }, 30)) {
    const ahead = (Date.parse(String(facts["date"])) - Date.parse(TODAY)) / 86_400_000;
    expect(ahead).toBeGreaterThanOrEqual(low);
    expect(ahead).toBeLessThanOrEqual(high);
    expect(closed).not.toContain(new Date(String(facts["date"])).getUTCDay());
  }
});

test.each([
  ["booking_reference", "", "References look like MR-20815.", "MR-20815"],
  ["policy_number", "An eight-digit policy number (e.g. 20481234)", "", "20481234"],
  ["policy_number", "The eight-digit policy number", "", "eight digits"],
  ["tracking_number", "", "A tracking number has the form PX-1234-AB.", "PX-1234-AB"],
  ["account_number", "", "Every account number has 10 digits, such as 4471882001.", "4471882001"],
  ["order_number", "Number of the order", "We deliver 7 days a week.", undefined],
])("the form of %s (%s, %s): %s", (name, description, knowledge_base, form) => {
  const [one] = callers(
    "Cancel it",
    { knowledge_base, tools: [tool("cancel_it", { [name]: { ...text, description } })] },
    1,
  );
  expect(one?.facts[name]).toBeNull();
  const [open = ""] = one?.generation.facts_to_fill_in ?? [];
  expect(open.endsWith(form ? `in the form of ${form})` : "your test system knows)")).toBe(true);
});

test.each([
  ["## Doctors\n\n- Dr Patel: general practice\n- Dr Okafor (children)", "doctor", ["Dr Patel", "Dr Okafor"]],
  ["Extras: olives, mushrooms and extra cheese.", "extras", ["olives", "mushrooms", "extra cheese"]],
  ["Car classes:\n- Economy - $39\n- Compact - $45", "car_class", ["Economy", "Compact"]],
  [
    "| Service | Price |\n|---|---|\n| Vaccination | 40 |\n| Check-up | 55 |",
    "service",
    ["Vaccination", "Check-up"],
  ],
  ["We are kind.", "service", []],
])("%j lists for %s: %j", (written, name, items) => {
  expect(itemsFor({ name }, listsIn(written))).toEqual(items);
});

test.each([
  ["Open Monday to Friday, 9 to 5", { days: [1, 2, 3, 4, 5], from: 540, to: 1020 }],
  ["We are open Tuesday to Sunday from 11:30 to 22:00.", { days: [2, 3, 4, 5, 6, 0], from: 690, to: 1320 }],
  ["Hours: Mon-Sat 8am - 6:30pm", { days: [1, 2, 3, 4, 5, 6], from: 480, to: 1110 }],
  ["Pizzas cost 8 to 14 dollars.", { days: [1, 2, 3, 4, 5], from: 600, to: 960 }],
])("%s", (written, hours) => {
  expect(hoursIn(written)).toEqual(hours);
});

test("hostile texts are read in bounded time", () => {
  for (const part of [
    "a: b, ",
    "| ",
    "- ",
    "9 to ",
    "monday to ",
    "\n#",
    "order 1 ",
    "order A-",
    "at most 1 day ",
    "not on ",
    "Dr ",
    "A1-",
    "five hundred ",
    "one thousand and ",
  ]) {
    const hostile = part.repeat(100_000 / part.length);
    const taken_ms = processorMs(() => {
      listsIn(hostile);
      hoursIn(hostile);
      boundsIn(hostile);
      formOf(["order"], hostile, hostile);
      optionInGoal(hostile, ["order"]);
      numberInGoal(hostile, "order");
      nameInGoal(hostile, "city", ["city"]);
      dayInGoal(hostile, TODAY, "later");
    });
    expect(taken_ms, part).toBeLessThan(1000);
  }
});
