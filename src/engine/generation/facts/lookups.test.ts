import { describe, expect, test } from "vitest";
import { knownFor, text, tool } from "../testing/known-facts.ts";
import { findsRecord, withNamesakes } from "./lookups.ts";
import { todayIn } from "./today.ts";

describe("what only the records of a business have", () => {
  const find_member = tool(
    "find_member",
    { phone: text },
    "Looks up a member. Returns member_id and lessons.",
  );
  const list_lessons = tool("list_lessons", { date: { ...text, format: "date" } }, "Free lessons on a day.");
  const book_lesson = tool("book_lesson", {
    member_id: text,
    lesson_id: text,
    board: { enum: ["long", "short"] },
  });

  test("a telephone number by which the agent looks somebody up is left open, and what it returns is not the caller's", () => {
    const { facts, open } = knownFor("Book a lesson", [find_member, list_lessons, book_lesson]);
    expect(open).toEqual(["phone"]);
    expect(Object.keys(facts)).not.toContain("member_id");
    expect(Object.keys(facts)).not.toContain("lesson_id");
    expect(["long", "short"]).toContain(facts["board"]);
  });

  test("a telephone number that nothing is looked up by is made up", () => {
    const { open, facts } = knownFor("Book a lesson", [
      list_lessons,
      tool("book_lesson", { lesson_id: text, phone: text }),
    ]);
    expect(open).toEqual([]);
    expect(facts["phone"]).toMatch(/555 01/);
  });

  test("what a tool needs that comes before the goal's tool is left open as well", () => {
    const lookup = tool(
      "lookup_prescription",
      { prescription_number: text, date_of_birth: { ...text, format: "date" } },
      "Checks the prescription. Must come before request_refill.",
    );
    const refill = tool("request_refill", {
      prescription_number: text,
      method: { enum: ["pickup", "post"] },
    });
    const { open } = knownFor("Wants a refill", [lookup, refill]);
    expect(open).toEqual(["prescription_number", "date_of_birth"]);
  });

  test("what proves whose thing it is comes with the thing's number", () => {
    const get_rental = tool("get_rental", { rental_number: text, surname: text });
    const { open } = knownFor("Cancel a rental", [
      get_rental,
      tool("cancel_rental", { rental_number: text, fee: { type: "number" } }),
    ]);
    expect(open.toSorted()).toEqual(["rental_number", "surname"]);
  });

  test("a postcode is left open where only some are served, and not for who collects", () => {
    const check_zone = tool("check_zone", { postcode: text });
    const order = tool("order_soup", { soup: { enum: ["lentil", "tomato"] }, postcode: text }, "", ["soup"]);
    expect(knownFor("Order tomato soup for delivery", [check_zone, order]).open).toEqual(["postcode"]);
    expect(knownFor("Order tomato soup for collection", [check_zone, order]).open).toEqual([]);
  });

  test("when a listed slot begins is nobody's to know, and on what day it shall be is the caller's", () => {
    const start = { ...text, description: "YYYY-MM-DDTHH:MM" };
    const list = tool("list_free_slots", { date: { ...text, format: "date" } });
    const book = tool("book_visit", { reason: { enum: ["dental", "skin"] }, start });
    const says = { ...book, description: "Books a slot that list_free_slots returned." };
    const { facts, open } = knownFor("Book a dental visit on Thursday", [list, says]);
    expect(open).toEqual([]);
    expect(facts).toMatchObject({ date: "2026-11-05", reason: "dental" });
    expect(facts).not.toHaveProperty("start");
    expect(knownFor("Book a dental visit on Thursday at 10:30", [list, says]).facts["start"]).toBe(
      "2026-11-05T10:30",
    );
    // The tools say no word about each other; still, only who lists the slots knows when one begins.
    expect(knownFor("Book a dental visit on Thursday", [list, book]).facts).not.toHaveProperty("start");
    expect(knownFor("Book a dental visit on Thursday", [book]).facts["start"]).toMatch(/^2026-11-05T/);
  });

  test("a slot finder looks up no record", () => {
    expect(findsRecord(list_lessons)).toBe(false);
    expect(findsRecord(find_member)).toBe(true);
  });
});

test("what a parameter's namesake says counts for it", () => {
  const check = tool("check_tables", { time: { ...text, description: "HH:MM, 18:00 to 21:00" } });
  const book = tool("book_table", { time: text });
  const plain = { path: ["time"], name: "time", required: true, type: "string", examples: [] } as const;
  expect(withNamesakes(plain, [check, book]).description).toBe("HH:MM, 18:00 to 21:00");
  const { facts } = knownFor("Book a table", [check, book]);
  expect(String(facts["time"]) >= "18:00" && String(facts["time"]) <= "21:00").toBe(true);
});

test("what has happened lies in the past, what is wanted ahead", () => {
  const date = { ...text, format: "date" };
  const report = tool("report_loss", { loss: { type: "object", properties: { date }, required: ["date"] } });
  expect(String(knownFor("Report a loss", [report]).facts["date"]) < "2026-11-02").toBe(true);
  expect(String(knownFor("Book a visit", [tool("book_visit", { date })]).facts["date"]) > "2026-11-02").toBe(
    true,
  );
});

test("what something costs, and a note that nobody asked for, are not made up", () => {
  const order = tool("order_tent", {
    size: { enum: ["s", "m"] },
    deposit_fee: { type: "number" },
    notes: text,
  });
  const { facts } = knownFor("Order a tent", [order]);
  expect(facts).not.toHaveProperty("deposit_fee");
  expect(facts["notes"]).toBe("none");
});

describe("what a lookup returns", () => {
  const look_up = tool("lookup_address", { street: text, house_number: text });
  const dates = tool("get_dates", { district: { enum: ["north", "south"] } }, "", ["district"]);
  const prompt = "Look the address up first (`lookup_address`). It returns the district.";
  test("is not the caller's to know, and what the lookup takes is", () => {
    const { facts } = knownFor(
      "Ask which days there are for 31 Beech Avenue (get_dates)",
      [look_up, dates],
      prompt,
    );
    expect(facts).toMatchObject({ street: "Beech Avenue", house_number: "31" });
    expect(facts).not.toHaveProperty("district");
  });

  test("is the caller's if the goal names it, or if no text says that it is returned", () => {
    expect(
      knownFor("Ask for the days in the south (get_dates)", [look_up, dates], prompt).facts,
    ).toMatchObject({
      district: "south",
    });
    expect(knownFor("Ask for the days (get_dates)", [look_up, dates]).facts).toHaveProperty("district");
  });

  test("who places an order has no number of one", () => {
    const check = tool("check_order", { patient_number: text, order_number: text });
    const order = tool("order_repeat", { patient_number: text, amount: text });
    const change = tool("change_order", { patient_number: text, order_number: text });
    expect(knownFor("Order something again", [check, order]).facts).not.toHaveProperty("order_number");
    expect(knownFor("Change an order", [check, change]).facts).toHaveProperty("order_number");
  });
});

describe("todayIn", () => {
  test.each([
    ["Today is Tuesday, May 12, 2026.", "2026-05-12"],
    ["Opening hours. - Today: Tue 24 Nov 2026.", "2026-11-24"],
    ["Today is Tuesday\n24th of November 2026", "2026-11-24"],
    ["**Date today:** 2026-05-12, 10:00", "2026-05-12"],
    ["**Date:** Monday 2 March 2026.", "2026-03-02"],
    ["Speak English. It is Monday, 2 March 2026. Our season: …", "2026-03-02"],
    ["Date: Mon 02.03.2026.", "2026-03-02"],
    ["Version 14, valid on Monday 2 March 2026.", "2026-03-02"],
    ["Bookable from today up to 30 June 2026. Today is Monday 2 March 2026.", "2026-03-02"],
    ["Open today until 30 June 2026.", undefined],
    ["It is nice on Monday, 2 March 2026.", undefined],
    ["Bookings of today are not refundable. Offer 12 May 2026 at 10:00 to those that ask.", undefined],
    ["We are open every day.", undefined],
  ])("%s", (words, expected) => {
    expect(todayIn(words)).toBe(expected);
  });

  test("a caller's dates count from the day that the prompt calls today", () => {
    const visit = tool("book_visit", { date: { ...text, format: "date" } });
    const { facts } = knownFor("Book a visit", [visit], "Today is 5 January 2028.");
    expect(String(facts["date"])).toMatch(/^2028-0[12]/);
  });
});
