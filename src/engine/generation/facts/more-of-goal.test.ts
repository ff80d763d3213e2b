import { describe, expect, test } from "vitest";
import { knownFor, text, tool } from "../testing/known-facts.ts";

const day = { ...text, format: "date" };
/** A Monday. */
const TODAY = "2026-11-02";

describe("who takes what is free first", () => {
  const fit = tool("book_fitting", {
    fitting_type: { enum: ["initial", "repair_30", "repair_60"] },
    stylist: { enum: ["Ada Quist", "Ben Roy"] },
    date: day,
    time: text,
    name: text,
  });

  test("has no day, no hour, and nobody in mind", () => {
    const { facts, open } = knownFor("Wants a first fitting as early as possible this week", [fit]);
    expect(Object.keys(facts)).toEqual(["goal_tool", "name"]);
    expect(open).toEqual([]);
  });

  test("means the initial visit by the first one, and 60 minutes by an hour", () => {
    const visit = tool("book_visit", { visit_type: { enum: ["initial", "repair_30", "repair_60"] } });
    expect(knownFor("New client who wants a first visit", [visit]).facts["visit_type"]).toBe("initial");
    expect(knownFor("Books a one-hour repair visit", [visit]).facts["visit_type"]).toBe("repair_60");
    expect(knownFor("Books a half-hour repair visit", [visit]).facts["visit_type"]).toBe("repair_30");
  });
});

describe("a value against the goal is not drawn", () => {
  const show = tool("list_shows", { concert: { enum: ["Rain", "Harbour"] }, date: day });
  test("which concert is on is the question, and Friday is the next one", () => {
    const prompt = "Groups book at least 7 days ahead.";
    const { facts } = knownFor(
      "Asks which concerts are on on Friday evening (list_shows)",
      [show],
      prompt,
      TODAY,
    );
    expect(facts).not.toHaveProperty("concert");
    expect(facts["date"]).toBe("2026-11-06");
    const { facts: next } = knownFor(
      "Asks what is on on Friday next week (list_shows)",
      [show],
      prompt,
      TODAY,
    );
    expect(next["date"]).toBe("2026-11-13");
  });

  test("how urgent something is, and what the prompt's list leaves out, is for the agent to say", () => {
    const report = tool("report_fault", { fault: text, urgency: { enum: ["high", "low"] } });
    expect(knownFor("Report a fault in the lift", [report]).facts).not.toHaveProperty("urgency");
    const book = tool("book_van", {
      day,
      hour: text,
      boxes: { type: "integer" },
      floor: { type: "integer" },
      van: { enum: ["small", "large"] },
    });
    const asks = (list: string) => knownFor("Book a van", [book], `Get: ${list}.`).facts;
    expect(asks("day, hour, number of boxes, floor")).not.toHaveProperty("van");
    expect(asks("day, hour, number of boxes, floor, which van")).toHaveProperty("van");
  });

  test("small words name no value, and both names name both", () => {
    const job = tool("book_job", {
      job_type: { enum: ["cleaning", "sharpening", "cleaning_and_sharpening"] },
    });
    const of = (goal: string) => knownFor(goal, [job]).facts["job_type"];
    expect(of("Books a sharpening and a cleaning")).toBe("cleaning_and_sharpening");
    expect(of("Has a blunt saw and wants it done")).not.toBe("cleaning_and_sharpening");
  });

  test("a course for adults does not suit a daughter", () => {
    const enrol = tool("enrol", { level: { enum: ["adult_beginner", "junior"] }, participant_name: text });
    const { facts } = knownFor("Enrols her daughter in the beginners' course", [enrol]);
    expect(facts["level"]).not.toBe("adult_beginner");
    const age = tool("enrol", { participant: { type: "object", properties: { age: { type: "integer" } } } });
    expect(knownFor("Enrols her daughter, who is nine, in the course", [age]).facts["age"]).toBe(9);
    const own = knownFor("Enrols in the beginners' course", [enrol]).facts["participant_name"];
    expect(facts["participant_name"]).not.toBe(own);
    expect(String(facts["participant_name"]).split(" ")[1]).toBe(String(own).split(" ")[1]);
  });
});

describe("what the goal says in other words", () => {
  test("how many come", () => {
    const ride = tool("book_ride", { passengers: { type: "integer" } });
    expect(knownFor("Wants the five of them driven to the fair", [ride]).facts["passengers"]).toBe(5);
    const ask = tool("request_group", { group_size: { type: "integer", minimum: 12 } });
    expect(knownFor("Request a place for a school group of 25", [ask]).facts["group_size"]).toBe(25);
  });

  test("the day of what has not come is behind the caller, and that of a lesson is not", () => {
    const report = tool("report_missed_delivery", { delivery_date: day });
    expect(knownFor("Reports that Saturday's milk did not come", [report], "", TODAY).facts).toMatchObject({
      delivery_date: "2026-10-31",
    });
    const absence = tool("report_absence", { lesson_date: day }, "Notes that a pupil is absent.");
    const cancel = tool("cancel_course", { course_number: text }, "Cancels a course and its lessons.");
    const goal = "Tells that her son can't come to Wednesday's lesson";
    expect(knownFor(goal, [cancel, absence], "", TODAY).facts).toEqual({
      goal_tool: "report_absence",
      lesson_date: "2026-11-04",
    });
  });

  test("the following week is the next one", () => {
    const move = tool("move_test", { test_number: text, new_date: day });
    const { facts } = knownFor("Move the test of Thursday to the following week", [move], "", TODAY);
    expect(facts["new_date"]).toBe("2026-11-12");
    const book = tool("book_hearing_test", { test_type: { enum: ["standard", "long"] } });
    expect(knownFor("Books a hearing test", [book]).facts["test_type"]).toBe("standard");
  });

  test("the last day of a pause is the later one", () => {
    const pause = tool("pause_box", { first_day: day, last_day: day });
    expect(knownFor("Pauses the box from 10 to 20 November", [pause], "", TODAY).facts).toMatchObject({
      first_day: "2026-11-10",
      last_day: "2026-11-20",
    });
  });

  test("who has something sent is not who gets it, and who fetches it has no address for it", () => {
    const send = tool("send_card", {
      recipient: { type: "object", properties: { name: text, email: text }, required: ["name", "email"] },
      from_name: text,
    });
    const { facts } = knownFor("Sends a card to her sister", [send]);
    expect(facts["name"]).not.toBe(facts["from_name"]);
    expect(facts["email"]).toBe(`${String(facts["name"]).replace(" ", ".").toLowerCase()}@example.com`);
    const order = tool("order_soap", { name: text, delivery_address: text }, "", ["name"]);
    expect(knownFor("Orders soap and will collect it", [order]).facts).not.toHaveProperty("delivery_address");
  });

  test("who comes is well, and moves by an hour what the record knows", () => {
    const give = tool("book_test", { feels_well: { type: "boolean" }, has_fever: { type: "boolean" } });
    expect(knownFor("Books a test", [give]).facts).toMatchObject({ feels_well: true, has_fever: false });
    const where = { pickup_date: day, pickup_time: text, pickup_address: text };
    const change = tool("change_ride", { ride_number: text, ...where }, "", ["ride_number"]);
    const { facts } = knownFor("Wants her airport transfer on Wednesday to come an hour earlier", [change]);
    expect(facts).toEqual({ goal_tool: "change_ride", ride_number: null });
  });
});
