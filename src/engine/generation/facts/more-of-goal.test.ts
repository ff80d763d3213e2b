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

  test.each([
    ["Reports that her son is ill and won't be in tomorrow", "2026-11-03"],
    ["Lets the school know that her daughter isn't coming on Thursday", "2026-11-05"],
    ["Reports that he can't attend on 12 November", "2026-11-12"],
  ])("the day on which somebody stays away is that of the absence: %s", (goal, date) => {
    const absence = tool("report_absence", { date: day });
    expect(knownFor(`${goal} (report_absence)`, [absence], "", TODAY).facts["date"]).toBe(date);
  });

  test("nobody is visited on the day on which they can't come", () => {
    const move = tool("move_visit", { visit_number: text, new_date: day });
    const { facts } = knownFor("Moves the visit, as she won't be in on Wednesday", [move], "", TODAY);
    expect(facts["new_date"]).not.toBe("2026-11-04");
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

describe("how many, how large, where from, and why", () => {
  const order = tool("place_order", {
    quantity: { type: "integer", minimum: 1, maximum: 20 },
    address: text,
  });
  test("the number of a house counts nothing", () => {
    const { facts } = knownFor("Wants a cake delivered to 12 Elm Court on Friday", [order]);
    expect(facts).toMatchObject({ quantity: 1, address: "12 Elm Court" });
  });

  test("one more is not one", () => {
    const change = tool("change_booking", { players: { type: "integer" } });
    expect(knownFor("Wants to add one more player to her booking", [change]).open).toEqual(["players"]);
  });

  test("the smallest and the largest of several sizes", () => {
    const unit = tool("reserve_unit", { size_sq_ft: { type: "integer", enum: [50, 25, 150] } });
    expect(knownFor("Reserves the smallest unit", [unit]).facts["size_sq_ft"]).toBe(25);
    expect(knownFor("Reserves the largest unit", [unit]).facts["size_sq_ft"]).toBe(150);
  });

  test("to one of two ports is from the other", () => {
    const crossing = tool("book_crossing", {
      from_port: { enum: ["aldermouth", "skarvik"] },
      adults: { type: "integer", minimum: 1 },
      children: { type: "integer", minimum: 0 },
    });
    const { facts, open } = knownFor("Books the crossing to Skarvik alone", [crossing]);
    expect(facts).toMatchObject({ from_port: "aldermouth", adults: 1, children: 0 });
    expect(open).toEqual([]);
    expect(knownFor("Books the crossing from Skarvik", [crossing]).facts["from_port"]).toBe("skarvik");
  });

  test("the reason is what comes after because", () => {
    const bin = tool("order_bin", { reason: { enum: ["new", "lost", "broken"] } });
    expect(knownFor("Orders a new bin because the old one is broken", [bin]).facts["reason"]).toBe("broken");
  });

  test("what was last is past, and another tool's day says nothing of this one", () => {
    const check = tool("check_donor", { last_donation: day });
    const { facts } = knownFor("Asks to give blood (check_donor)", [check], "", TODAY);
    expect(String(facts["last_donation"]) < TODAY).toBe(true);
    const missed = tool("report_missed", { date: { ...day, description: "When it should have come" } });
    const book = tool("book_bulky", { date: day });
    const known = knownFor("Books a sofa to be taken on Friday 13 November", [missed, book], "", TODAY);
    expect(known.facts["date"]).toBe("2026-11-13");
  });

  test("what is added comes to the first", () => {
    const drop = tool("book_dropoff", {
      services: { type: "array", items: { type: "string", enum: ["puncture", "brakes", "wheel"] } },
    });
    const goal = "Has a puncture repaired, and then wants the brakes adjusted as well";
    expect(knownFor(goal, [drop]).facts["services"]).toEqual(["puncture", "brakes"]);
  });

  test("what is written down is quoted, in either form", () => {
    const cake = tool("place_order", { inscription: text });
    for (const written of ["'Happy 60th Mum'", '"Happy 60th Mum"', "“Happy 60th Mum”"])
      expect(knownFor(`Orders a cake with ${written} on it`, [cake]).facts["inscription"]).toBe(
        "Happy 60th Mum",
      );
    expect(
      knownFor("Orders a cake for her son's and daughter's party", [cake]).facts["inscription"],
    ).not.toBe("s and daughter");
  });

  test("what finds the record is asked for, if the record's id is needed", () => {
    const find = tool("find_property", { address: text, postcode: text }, "Finds a property and its days.");
    const report = tool("report_bin", { property_id: text, bin: { enum: ["general", "garden"] } });
    expect(knownFor("Reports that the garden bin was not emptied", [find, report]).open.toSorted()).toEqual([
      "address",
      "postcode",
    ]);
  });
});

test("a seat is for one adult, and no child comes that the goal doesn't name", () => {
  const people = { adults: { type: "integer", minimum: 1 }, children: { type: "integer", minimum: 0 } };
  const book = tool("book_coach", people);
  const facts = (goal: string) => knownFor(goal, [book]).facts;
  expect(facts("Books a seat to Birmingham on Saturday")).toMatchObject({ adults: 1, children: 0 });
  expect(facts("Books a window seat to Birmingham")).toMatchObject({ adults: 1, children: 0 });
  expect(facts("Books three seats to Birmingham")).toMatchObject({ adults: 3, children: 0 });
  expect(facts("Books a ticket to Birmingham for two adults and a child")).toMatchObject({
    adults: 2,
    children: 1,
  });
});
