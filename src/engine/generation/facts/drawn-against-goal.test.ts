import { describe, expect, test } from "vitest";
import type { AgentTool } from "../../tools/tool.ts";
import { persons } from "../person.ts";
import { readAgent } from "../reading/agent.ts";
import { changeOfMind } from "./change-of-mind.ts";
import { factsFor, sourcesOf } from "./facts.ts";
import { aboutGoal, colourInGoal, thingInGoal } from "./free-text.ts";
import { numberInGoal } from "./in-goal.ts";
import { hourInGoal } from "./moments-in-goal.ts";
import { namedInGoal } from "./named-options.ts";
import { usualOf } from "./options.ts";
import { withoutChange } from "./said-change.ts";

const text = { type: "string" };
const number = { type: "integer", minimum: 0 };
const tool = (name: string, properties: object, description = ""): AgentTool => ({
  name,
  description,
  parameters: { type: "object", properties, required: Object.keys(properties) },
});

/** What a caller knows who comes for the last of the tools. Today is Monday 2 March 2026. */
function known(goal: string, tools: readonly AgentTool[], prompt = "") {
  const agent = readAgent({
    name: "Desk",
    agent_description: "",
    goals: [],
    knowledge_base: "",
    prompt: `Today is 2 March 2026. ${prompt}`,
    tools,
  });
  const aim = tools.at(-1);
  if (!aim) throw new Error("no tool");
  const sources = sourcesOf(agent, { seed: "1", today: "2026-03-02" });
  const { traits } = factsFor(aim, agent, sources, { person: persons("1")(0), place: 0, goal });
  return Object.fromEntries(traits.map(({ trait_name, value }) => [trait_name, value]));
}

describe("how many of each kind", () => {
  const book = tool("book_tickets", { adults: number, children: number, concessions: number });
  test.each([
    ["Book for two adults and two children", { adults: 2, children: 2, concessions: 0 }],
    ["Book for two adults and a child", { adults: 2, children: 1, concessions: 0 }],
    ["Get one student ticket", { adults: 0, children: 0, concessions: 1 }],
    ["Book seats for three kids and an adult", { adults: expect.anything(), children: 3, concessions: 0 }],
  ])("%s", (goal, counts) => {
    expect(known(goal, [book], "Adult 21, child 14, concession (students, pensioners) 16.")).toMatchObject(
      counts,
    );
  });

  test("seats for children are not those of the passengers", () => {
    const ride = tool("book_ride", { passengers: number });
    const seats = { ...ride.parameters, properties: { passengers: number, child_seats: number } };
    expect(known("Book a ride for two people", [{ ...ride, parameters: seats }])).not.toMatchObject({
      child_seats: 2,
    });
  });

  test("who comes instead of others is counted", () => {
    const change = tool("book_table", { party_size: { type: "integer" } });
    expect(known("Bring six instead of four people", [change])).toMatchObject({ party_size: 6 });
  });
});

test.each([
  ["Get a men's haircut", ["ladies_cut", "mens_cut", "kids_cut"], ["mens_cut"]],
  ["Send it back and get the money back", ["refund", "exchange"], ["refund"]],
  ["Exchange a lamp that does not work", ["wrong_size", "faulty", "damaged"], ["faulty"]],
  ["Get a limping dog seen", ["check_up", "sick_visit", "nail_trim"], ["sick_visit"]],
  ["Reports that her son is ill", ["illness", "appointment", "holiday", "other"], ["illness"]],
  ["Reports that he is sick today", ["illness", "holiday"], ["illness"]],
  [
    "Dispute it because the goods never came",
    ["charged_twice", "goods_not_received"],
    ["goods_not_received"],
  ],
  ["Report a bicycle stolen from the cellar", ["storm", "theft", "glass"], ["theft"]],
  ["For myself, born 14 May 1988", ["tick_borne", "covid19"], []],
  ["Come on the next day", ["next_day", "express"], ["next_day"]],
])("%s names of %j %j", (goal, options, named) => {
  expect(namedInGoal(goal, options)).toEqual(named);
});

test.each([
  ["Get somebody out for a leaking washer on Wednesday morning.", "a leaking washer"],
  ["Have the fridge looked at on Friday because it does not cool any more.", "it does not cool any more"],
  [
    "Report that a hose burst on Saturday 28 February and flooded the kitchen.",
    "a hose burst and flooded the kitchen",
  ],
  ["Report storm damage to the roof, and ask whether it is covered.", "storm damage to the roof"],
  ["A plot holder reports rubbish beside the hedge and asks what to do.", "rubbish beside the hedge"],
])("%s is about: %s", (goal, about) => {
  expect(aboutGoal(goal)).toBe(about);
});

test("a thing and its colour are what the goal calls them", () => {
  expect(thingInGoal("Report a grey scarf that was left behind")).toBe("grey scarf");
  expect(thingInGoal("Send back the linen duvet cover from a recent order")).toBe("linen duvet cover");
  expect(thingInGoal("A passenger left a green backpack on the train")).toBe("green backpack");
  expect(thingInGoal("Book a table for two")).toBeUndefined();
  expect(colourInGoal("A passenger left a green backpack on the train")).toBe("green");
});

test("what a description says for an unknown one is never drawn", () => {
  const visit = tool("schedule_visit", { brand: { ...text, description: "Brand, or 'unknown'" } });
  expect(known("Have a washer repaired", [visit])).toMatchObject({ brand: null });
});

test("the class of a booking is on record", () => {
  const look_up = tool("lookup_booking", { booking_code: text });
  const travel_class = { ...text, enum: ["standard", "first"] };
  const reserve = tool("reserve_seats", { booking_code: text, travel_class });
  expect(known("Reserve seats", [look_up, reserve])).toMatchObject({ travel_class: null });
  expect(known("Reserve first-class seats", [look_up, reserve])).toMatchObject({ travel_class: "first" });
  expect(known("Reserve seats", [tool("buy_ticket", { travel_class })])["travel_class"]).toBeTruthy();
});

test("an animal's name is not its owner's", () => {
  const book = tool("book_visit", { owner_name: text, pet_name: text });
  expect(known("Get a limping dog called Rolo seen", [book])).toEqual(
    expect.objectContaining({ pet_name: "Rolo", owner_name: persons("1")(0).name }),
  );
  expect(known("Book a nail trim for the rabbit Thumper", [book])).toMatchObject({ pet_name: "Thumper" });
});

test("an address leaves out the code that has a field of its own", () => {
  const prompt = "Ask for the street and the ZIP.";
  const visit = tool("schedule_visit", { street_address: text, zip: text });
  expect(known("Have a washer repaired", [visit], prompt)["street_address"]).not.toMatch(/\d{5}/);
  const alone = tool("schedule_visit", { street_address: text });
  expect(known("Have a washer repaired", [alone], prompt)["street_address"]).toMatch(/\d{5}/);
});

describe("when", () => {
  const start = { ...text, description: "e.g. 2026-03-14T10:00" };
  test("an example is read as the form of a day with an hour, and not as opening hours", () => {
    const hire = tool("hire_car", { pickup: start, return: { ...text, description: "local date-time" } });
    expect(known("Hire a car from 9 March at noon to 13 March at 18:00", [hire])).toMatchObject({
      pickup: "2026-03-09T12:00",
      return: "2026-03-13T18:00:00",
    });
    const ride = known("Book a ride early on Wednesday", [tool("book_ride", { start })])["start"];
    expect(String(ride) >= "2026-03-04T08:00" && String(ride) < "2026-03-04T12:00").toBe(true);
  });

  test("a drawn hour is in the part of the day that the goal names", () => {
    const hours = "Monday to Friday 09:00–18:00, Saturday 09:00–12:00.";
    const book = tool("book_visit", { date: { ...text, format: "date" }, time: text });
    for (const part of ["morning", "afternoon"]) {
      const time = String(known(`Book a visit on Thursday ${part}`, [book], hours)["time"]);
      expect(time < "12:00").toBe(part === "morning");
    }
  });

  test("a stay of one night ends on the next day", () => {
    const day = { ...text, format: "date" };
    const stay = tool("book_room", { check_in: day, check_out: day });
    expect(known("Book a room for the night of 17 March", [stay])).toMatchObject({
      check_in: "2026-03-17",
      check_out: "2026-03-18",
    });
  });

  test("both ends of a range are in its month", () => {
    const day = { ...text, format: "date" };
    const stay = tool("book_stay", { arrival_date: day, departure_date: day });
    for (const goal of [
      "Book a stay from Friday 20 to Monday 23 March",
      "Book a stay from the 20th to the 23rd March",
      "Book 20 until 23 March",
    ])
      expect(known(goal, [stay])).toMatchObject({
        arrival_date: "2026-03-20",
        departure_date: "2026-03-23",
      });
  });

  test.each([
    ["Move a visit to Tuesday next week", "2026-03-10"],
    ["Book a ride next Tuesday", "2026-03-10"],
    ["Book a ride on Tuesday", "2026-03-03"],
    ["Book a cleaning next week on Thursday", "2026-03-12"],
  ])("%s", (goal, date) => {
    expect(known(goal, [tool("book_ride", { date: { ...text, format: "date" } })])).toMatchObject({ date });
  });

  test("half past seven is in the evening where nobody is there in the morning", () => {
    const open = () => [{ from: 17 * 60, to: 21 * 60 }];
    expect(hourInGoal("Book a table at half past seven", { open })).toBe("19:30");
    expect(hourInGoal("Book a table at half past seven")).toBe("07:30");
    expect(hourInGoal("Move it from 20:00 to 20:30")).toBe("20:30");
    expect(hourInGoal("From 5 to 7 March, 9 in the morning")).toBe("09:00");
  });
});

test("the number of a house is apart where it has a field of its own", () => {
  const look_up = tool("book_collection", { street: text, house_number: text });
  const goal = "Have a sofa collected from 12 Mill Lane";
  expect(known(goal, [look_up])).toMatchObject({ street: "Mill Lane", house_number: "12" });
  expect(known(goal, [tool("book_collection", { address: text })])).toMatchObject({
    address: "12 Mill Lane",
  });
});

test("the only number of a goal is that of the only thing that the tool takes by its number", () => {
  const track = tool("track_parcel", { tracking_number: text });
  expect(known("Find out when parcel KB4471902 arrives", [track])).toMatchObject({
    tracking_number: "KB4471902",
  });
  const both = tool("open_claim", { tracking_number: text, invoice_number: text });
  expect(known("Report parcel KB4471902", [both])).toMatchObject({
    tracking_number: null,
    invoice_number: null,
  });
  const account = tool("submit_reading", { account_number: text });
  expect(known("Hand in the gas reading, 2291", [account])).toMatchObject({ account_number: null });
});

test("what a change leaves as it is, is on record", () => {
  const day = { ...text, format: "date" };
  const properties = { reservation_code: text, date: day, time: text, party_size: { type: "integer" } };
  const change = tool("change_reservation", properties);
  expect(known("Move reservation R318 from 20:00 to 20:30 on the same evening", [change])).toMatchObject({
    reservation_code: "R318",
    date: null,
    time: "20:30",
    party_size: null,
  });
  expect(known("Bring six instead of four people with reservation R318", [change])).toMatchObject({
    date: null,
    time: null,
    party_size: 6,
  });
  expect(known("Move reservation R318 to Friday", [change])).toMatchObject({
    date: "2026-03-06",
    time: expect.any(String),
    party_size: null,
  });
});

describe("what is drawn is never against the goal", () => {
  const options = (...all: string[]) => ({ ...text, enum: all });
  const hour = { type: "integer", minimum: 8, maximum: 19 };
  const room = tool("book_place", { start_hour: hour, hours: { type: "integer" } });
  test.each([
    ["From two in the afternoon, for two hours", { start_hour: 14, hours: 2 }],
    ["On 12 March, from nine until noon", { start_hour: 9, hours: 3 }],
    ["On Friday at ten, for an hour", { start_hour: 10, hours: 1 }],
    ["At six in the morning", { start_hour: null }],
  ])("an hour as a number: %s", (goal, facts) => {
    expect(known(goal, [room])).toMatchObject(facts);
  });

  const van = tool("send_van", { window: options("08-10", "13-15", "17-19") });
  test.each([
    ["On Thursday in the evening", "17-19"],
    ["On Saturday morning", "08-10"],
    ["On Friday between 8 and 10", "08-10"],
    ["At two in the afternoon", "13-15"],
    ["At 11:00", null],
  ])("a span of hours: %s", (goal, window) => {
    expect(known(goal, [van])["window"]).toBe(window);
  });
  test("an hour of several, and spans that are not hours", () => {
    expect(known("At noon", [tool("clean", { start: options("08:00", "12:00", "16:00") })])).toMatchObject({
      start: "12:00",
    });
    const size = tool("hire_boat", { seats_for: options("1-2", "3-5") });
    expect(known("On Friday at four", [size])["seats_for"]).not.toBeNull();
  });

  const clean = tool("quote_price", {
    garment: options("shirt", "suit", "coat"),
    quantity: { type: "integer" },
    service: options("express", "standard"),
  });
  test.each([
    ["Ask what it costs to clean a winter coat", { garment: "coat", quantity: 1, service: "standard" }],
    ["Ask for two suits in express service", { garment: "suit", quantity: 2, service: "express" }],
    ["Ask for a dozen shirts for order CC-1051", { garment: "shirt", quantity: 12 }],
    ["Ask what cleaning costs", { garment: null }],
  ])("how many of a thing: %s", (goal, facts) => {
    expect(known(goal, [clean])).toMatchObject(facts);
  });

  const boat = tool("book_crossing", {
    from: options("kirkhaven", "holmay", "ness"),
    to: options("kirkhaven", "holmay", "ness"),
    passengers: { type: "integer" },
    vehicle: options("none", "car", "van"),
  });
  test.each([
    ["Walk aboard alone in Holmay to Kirkhaven", { from: "holmay", to: "kirkhaven", passengers: 1 }],
    ["Cross from Kirkhaven to Holmay with a van", { from: "kirkhaven", to: "holmay", vehicle: "van" }],
    ["Take the boat to Ness", { from: null, to: "ness", vehicle: "none" }],
    ["Leave from Ness", { from: "ness", to: null }],
  ])("where from and where to: %s", (goal, facts) => {
    expect(known(goal, [boat])).toMatchObject(facts);
  });

  test("what the caller is now is not what it changes to", () => {
    const change = tool("change_membership", { new_plan: options("flex", "resident", "virtual") });
    expect(known("A resident only wants to keep the postal address", [change])["new_plan"]).toBeNull();
    expect(known("A Flex member would like a desk and changes to Resident", [change])).toMatchObject({
      new_plan: "resident",
    });
  });

  test("a day that the goal rules out is not the one", () => {
    const move = tool("move_order", { date: { ...text, format: "date" } });
    expect(known("Cannot be at home on Tuesday and wants it on Monday 9 March", [move])).toMatchObject({
      date: "2026-03-09",
    });
  });

  test("a number beyond what the tool takes is left open", () => {
    const book = tool("book_hall", { hours: { type: "integer", minimum: 1, maximum: 2 } });
    expect(known("Book for three hours", [book])).toMatchObject({ hours: null });
  });
});

test("a limit in euros is the one that the goal names", () => {
  const limit = tool("set_limit", { limit_eur: { type: "integer", minimum: 500, maximum: 5000 } });
  expect(known("Raise the daily limit to 3000 euros", [limit])).toMatchObject({ limit_eur: 3000 });
});

describe("a change of mind", () => {
  const seats = tool("reserve_seats", {
    position: { enum: ["window", "aisle"] },
    fuel: { enum: ["gas", "power"] },
  });
  test("is read out of the goal, also between two values", () => {
    expect(
      withoutChange("A passenger wants an aisle seat and then asks for a window seat instead", [seats]),
    ).toEqual({
      goal: "A passenger wants an aisle seat",
      option: { name: "position", value: "window" },
    });
    expect(withoutChange("Order a mix for 7 March, then wants it on 14 March instead")).toEqual({
      goal: "Order a mix for 7 March",
      moment: "14 March",
    });
    expect(withoutChange("A cleaning next week, says Tuesday first and takes Thursday in the end")).toEqual({
      goal: "A cleaning next week on Thursday",
    });
  });

  test("is never against what the goal names", () => {
    expect(changeOfMind(seats, { fuel: "gas" }, "Hand in the gas reading")).toBeUndefined();
    expect(changeOfMind(seats, { fuel: "gas" }, "Hand in the reading")).toEqual({
      name: "fuel",
      value: "power",
    });
    expect(changeOfMind(seats, { position: "aisle" }, "Get an aisle seat")).toEqual({
      name: "position",
      value: "window",
    });
  });
});

describe("a lesson for a child", () => {
  const prompt =
    "We offer lessons for children (levels: starfish, dolphin, shark) on Tuesdays and Thursdays at 16:00 and 17:00, and on Saturdays at 10:00.";
  const age = { type: "integer", minimum: 3, maximum: 16 };
  const book = tool("book_lesson", { child_name: text, age });

  test("has the age that the goal names, and a child's name", () => {
    const facts = known("Book a trial lesson for her five-year-old", [book], prompt);
    expect(facts).toMatchObject({ age: 5, child_name: expect.stringMatching(/^[A-Z][a-z]+$/) });
  });

  test("has an age that the tool takes", () => {
    const { age } = known("Book a trial lesson", [book], prompt);
    expect(age).toBeGreaterThanOrEqual(3);
    expect(age).toBeLessThanOrEqual(16);
  });

  test("has its number left open, in the form that is shown", () => {
    const lesson_number = { type: "string", description: "such as L-204" };
    const facts = known("Cancel the lesson", [tool("cancel_lesson", { lesson_number })], prompt);
    // Null is a fact to fill in.
    expect(facts).toMatchObject({ lesson_number: null });
  });
});

describe("values that the goal says in part", () => {
  const cakes = ["victoria_sponge", "chocolate_fudge", "vegan_chocolate", "carrot"];
  const order = tool("place_order", {
    cake: { type: "string", enum: cakes },
    size: { type: "string", enum: ["6in", "8in", "10in"] },
  });
  const facts = (goal: string) => known(goal, [order]);

  test("one that alone has the word is taken; of several, none", () => {
    expect(facts("Order a Victoria cake")).toMatchObject({ cake: "victoria_sponge" });
    expect(facts("Order a chocolate cake")).not.toHaveProperty("cake");
  });

  test("a size that the goal says in other words is left to the agent", () => {
    expect(facts("Order a large carrot cake")).not.toHaveProperty("size");
    expect(facts("Order a carrot cake for twelve people")).not.toHaveProperty("size");
    expect(facts("Order a carrot cake")).toHaveProperty("size");
  });
});

describe("what a goal does not say", () => {
  const order = tool("order_keys", {
    key_type: { type: "string", enum: ["yale", "mortice"] },
    quantity: { type: "integer", minimum: 1, maximum: 10 },
  });
  test("copies of a thing are counted, and not the thing", () => {
    expect(known("Orders three copies of a Yale key", [order])).toMatchObject({ quantity: 3 });
    expect(known("Orders a Yale key", [order])).toMatchObject({ quantity: 1 });
  });

  test("a reason in its own words is none of the tool's", () => {
    const reason = { type: "string", enum: ["injury_or_medical", "travel", "financial"] };
    const freeze = tool("freeze_membership", { reason });
    expect(known("Freezes it because of a knee operation", [freeze])).not.toHaveProperty("reason");
    expect(known("Freezes it because of travel", [freeze])).toMatchObject({ reason: "travel" });
  });

  test("an order whose card is to change keeps its day", () => {
    const change: AgentTool = {
      name: "change_order",
      parameters: {
        type: "object",
        properties: {
          order_number: text,
          new_delivery_date: { type: "string", format: "date" },
          new_card_message: text,
        },
        required: ["order_number"],
      },
    };
    const card = known("Wants a different card message on the order", [change]);
    expect(card).not.toHaveProperty("new_delivery_date");
    expect(known("Moves the delivery of the order to Saturday", [change])).toMatchObject({
      new_delivery_date: "2026-03-07",
    });
  });

  test("a number that need not be given is the least", () => {
    const visit: AgentTool = {
      name: "book_visit",
      parameters: {
        type: "object",
        properties: {
          day: { type: "string", format: "date" },
          locks: { type: "integer", minimum: 1, maximum: 12 },
        },
        required: ["day"],
      },
    };
    const prompt = "Ask how many locks there are.";
    expect(known("Books a visit on Friday", [visit], prompt)["locks"] ?? 1).toBe(1);
    expect(known("Has two locks changed on Friday", [visit], prompt)).toMatchObject({ locks: 2 });
  });
});

describe("tickets of a kind", () => {
  const quantity = { type: "integer", minimum: 1, maximum: 8 };
  const kinds = { type: "string", enum: ["child", "adult", "senior", "student"] };
  const tickets = {
    type: "array",
    items: {
      type: "object",
      properties: { type: kinds, quantity },
      required: ["type", "quantity"],
    },
  };
  const reserve = tool("reserve_tickets", { area: { enum: ["stalls", "circle"] }, tickets });

  test.each([
    ["Books two adult tickets in the circle", { area: "circle", type: "adult", quantity: 2 }],
    ["Books three student tickets in the stalls", { area: "stalls", type: "student", quantity: 3 }],
    ["Would like four seats in the stalls", { area: "stalls", type: "adult", quantity: 4 }],
  ])("so many of the kind that the goal names, or else ordinary ones: %s", (goal, facts) => {
    expect(known(goal, [reserve])).toMatchObject(facts);
  });

  test("the seats of a van do not count vans", () => {
    expect(numberInGoal("Would like four seats", "quantity")).toBe(4);
    expect(numberInGoal("Hires a van with nine seats", "quantity")).not.toBe(9);
  });

  test.each([
    ["Book two seats", ["child", "full", "reduced"], "full"],
    ["Book two seats", ["student", "regular"], "regular"],
    ["Book two seats for a school class", ["child", "adult"], undefined],
    ["Book a clean", ["full", "partial"], undefined],
    ["Book a table", ["none", "booster"], "none"],
  ])("who pays the full price is named nowhere: %s, of %j", (goal, options, usual) => {
    expect(usualOf(options, goal)).toBe(usual);
  });
});
