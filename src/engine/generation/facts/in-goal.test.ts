import { describe, expect, test } from "vitest";
import type { AgentTool } from "../../tools/tool.ts";
import { callers, text, tool } from "../testing/callers.ts";
import { numberInGoal, optionInGoal, optionsForGoal } from "./in-goal.ts";
import { dayInGoal } from "./moments-in-goal.ts";

describe("the words of a goal win", () => {
  const order = tool("place_order", {
    fulfilment: { enum: ["delivery", "pick_up"] },
    size: { enum: ["small", "large", "extra_large"] },
    pizza: { ...text, description: "A pizza from the menu" },
    quantity: { type: "integer", minimum: 1, maximum: 9 },
  });
  const stay = tool("book_room", {
    check_in: { ...text, format: "date" },
    check_out: { ...text, format: "date" },
    arrival_time: text,
    guests: { type: "integer" },
    nights: { type: "integer" },
    breakfast: { type: "boolean" },
    city: text,
  });
  const prompt = "Menu: Margherita, Pepperoni, Veggie";
  test.each<[string, AgentTool, object]>([
    ["Order a pizza for delivery", order, { fulfilment: "delivery" }],
    ["Order a pizza and pick it up", order, {}],
    ["Order two extra large Veggie pizzas", order, { size: "extra_large", pizza: "Veggie", quantity: 2 }],
    ["Order three small pizzas", order, { size: "small", quantity: 3 }],
    [
      "Book a room for four people from Tuesday to Friday",
      stay,
      { check_in: "2026-11-03", check_out: "2026-11-06", guests: 4 },
    ],
    [
      "Book a room in Denver for two nights from 24 December, arriving at 7 pm",
      stay,
      { check_in: "2026-12-24", nights: 2, arrival_time: "19:00", city: "Denver" },
    ],
    ["Book a room for tomorrow without breakfast", stay, { check_in: "2026-11-03", breakfast: false }],
  ])("%s", (goal, one, facts) => {
    for (const caller of callers(goal, { prompt, tools: [one] }, 6))
      expect(caller.facts).toMatchObject(facts);
  });

  test("with a yes", () => {
    const [one] = callers("Book a room with breakfast", { tools: [stay] });
    expect(one?.traits).toContainEqual({ trait_name: "breakfast", trait_data_type: "BOOLEAN", value: true });
  });

  test("even for what the tool does not need", () => {
    const [one] = callers("Order a pizza for delivery", {
      tools: [tool("place_order", { pizza: text, fulfilment: { enum: ["delivery", "collection"] } }, [])],
    });
    expect(one?.facts["fulfilment"]).toBe("delivery");
  });
});

test.each([
  ["Wants a thousand litres", 1000],
  ["Wants five hundred litres as an emergency", 500],
  ["Wants two thousand three hundred and fifty litres", 2350],
  ["Wants twenty five litres on the 3rd", 25],
  ["Wants 1200 litres at 4", 1200],
  ["Wants seventeen green litres", 17],
  ["Wants a litre", 1],
  ["Wants two thousand and five litres", 2005],
  ["Has order 200, 15 litres are missing", 15],
])("the number in %j", (goal, number) => {
  expect(numberInGoal(goal, "litres")).toBe(number);
});

test("a number that the goal names is open, even if it may be left out", () => {
  const report = tool("report_theft", { thing: { enum: ["bicycle", "car"] }, police_reference: text }, [
    "thing",
  ]);
  const known = (goal: string) => callers(goal, { tools: [report] }, 1)[0]?.facts ?? {};
  expect(known("Report the theft of a bicycle, with the police reference")).toMatchObject({
    police_reference: null,
  });
  expect(known("Report the theft of a bicycle, without a police reference")).not.toHaveProperty(
    "police_reference",
  );
  expect(known("Report the theft of a bicycle")).not.toHaveProperty("police_reference");
});

test("an age in the goal gives a date of birth", () => {
  const enrol = tool("enrol_student", { date_of_birth: { type: "string", format: "date" } });
  const [made] = callers("A teenager who has just turned sixteen enrols as a student", { tools: [enrol] }, 1);
  expect(made?.facts["date_of_birth"]).toBe("2010-10-02");
});

test("a goal says how many by an article, and what it takes in other forms", () => {
  expect(numberInGoal("The customer wants a carrot cake for a birthday on Friday", "quantity")).toBe(1);
  expect(numberInGoal("The customer wants a few rolls", "quantity")).toBeUndefined();
  expect(optionInGoal("500 flyers, picked up at the shop", ["pickup", "delivery"])).toBe("pickup");
  expect(optionInGoal("Move it to another day", ["neighbour", "new_day"])).toBe("new_day");
});

test("a caller has one of the values that its goal names, and never the one for all others", () => {
  const tools = [
    tool("request_quote", { work: { enum: ["fuse_board", "car_charger", "rewiring", "other"] } }, ["work"]),
  ];
  const works = (goal: string) => callers(goal, { tools }).map(({ facts }) => facts["work"]);
  const named = works("Wants a quote for a new fuse board or a car charger (request_quote)");
  expect(new Set(named)).toEqual(new Set(["fuse_board", "car_charger"]));
  expect(works("Wants a quote (request_quote)")).not.toContain("other");
  const boxes = tool("order_boxes", { quantity: { type: "integer", enum: [10, 20, 40] } });
  const counts = callers("Have twenty boxes delivered", { tools: [boxes] }).map(
    ({ facts }) => facts["quantity"],
  );
  expect(new Set(counts)).toEqual(new Set([20]));
});

test("what a goal says of its caller is what the caller knows", () => {
  const tools = [
    tool("end_contract", { customer_number: text, end_date: text }),
    tool("book_tickets", { show: text, quantity: { type: "integer" }, date: text }),
  ];
  const [yara] = callers("Yara Haddad, customer 40133, ends the contract on 31 December", { tools }, 1);
  expect(yara?.facts).toMatchObject({
    customer_number: "40133",
    end_date: "2026-12-31",
    full_name: "Yara Haddad",
  });
  const [family] = callers("Book five tickets for Swan Lake on Sunday 8 November", { tools }, 1);
  expect(family?.facts).toMatchObject({ quantity: 5, date: "2026-11-08" });
  expect(family?.facts).not.toHaveProperty("full_name");
  const [one] = callers("Book a ticket for Friday 6 November, 3 pm", { tools }, 1);
  expect(one?.facts).toMatchObject({ quantity: 1, date: "2026-11-06" });
});

test("a goal that says from what to what wants the second, and of what it has the first", () => {
  const plans = ["basic", "plus", "gold"];
  const goal = "Move up from the basic to the plus plan";
  expect(optionsForGoal(goal, plans, "new plan")).toEqual(["plus"]);
  expect(optionsForGoal(goal, plans, "current plan")).toEqual(["basic"]);
  expect(optionsForGoal("Ask about basic or plus", plans, "plan")).toEqual(["basic", "plus"]);
  expect(optionInGoal("Price a two-bedroom move", ["studio", "one_bed", "two_bed"])).toBe("two_bed");
});

test("a goal counts people and nights in its own words", () => {
  expect(numberInGoal("Book the vault for four on Sunday 15 March at 14:00", "players")).toBe(4);
  expect(numberInGoal("A couple wants a pitch from 1 to 4 May", "adults")).toBe(2);
  expect(numberInGoal("A couple wants a pitch from 1 to 4 May", "nights")).toBe(3);
  expect(numberInGoal("Book a place for a week's holiday from 1 May", "nights")).toBe(7);
  expect(numberInGoal("A couple wants to join the tour", "count")).toBe(2);
});

test("the day of a goal is the one on which it is to be", () => {
  const day = (goal: string) => dayInGoal(goal, "2026-03-02");
  expect(day("Stay from 1 to 4 May")).toBe(60);
  expect(day("Move tomorrow's visit to another day")).toBeUndefined();
  expect(day("Move tomorrow's visit to Friday")).toBe(4);
  expect(day("Book a test for a day this week")).toBe(2);
  expect(day("Book a check next week")).toBe(8);
  expect(day("Report last week's fault")).toBeUndefined();
  expect(day("Stay over the weekend (27 to 29 March, two adults)")).toBe(25);
  expect(day("Move the cut on Friday to Saturday 7 March at 10")).toBe(5);
  expect(day("Get a cake for a birthday on Friday")).toBe(4);
  expect(day("Register Tim, whose birthday is 3 May")).toBeUndefined();
});

test("a goal names an age and an amount in its own words", () => {
  expect(numberInGoal("A caller of 23 wants a van from Monday 9 March", "driver age")).toBe(23);
  expect(numberInGoal("Sign up Helen, aged 67", "age")).toBe(67);
  expect(numberInGoal("Pay 110 euros a month from April", "amount")).toBe(110);
  expect(numberInGoal("Report a burst pipe with about 1,200 euros of damage", "estimated amount")).toBe(1200);
  expect(numberInGoal("Pay only 60 euros, and settle for 90 if that is not possible", "amount")).toBe(60);
  expect(numberInGoal("Split 60 euros into 20 euros and 40 euros", "amount")).toBeUndefined();
});

test("everybody counts, and a stay ends as many nights later as the goal says", () => {
  expect(numberInGoal("A family asks about a room (two adults and two children)", "guests")).toBe(4);
  expect(numberInGoal("A family asks about a room (two adults and two children)", "adults")).toBe(2);
  expect(numberInGoal("Book a single room for three nights", "guests")).toBe(1);
});

test("a goal names an option in other words, and leaves no child", () => {
  expect(optionInGoal("Rent one e-bike for the weekend", ["city", "ebike", "kids"])).toBe("ebike");
  expect(optionInGoal("A clean every two weeks", ["weekly", "fortnightly", "once"])).toBe("fortnightly");
  const book = tool("book_pitch", { adults: { type: "integer" }, children: { type: "integer", minimum: 0 } });
  const [four] = callers("Book a pitch for four adults", { tools: [book] }, 1);
  expect(four?.facts).toMatchObject({ adults: 4, children: 0 });
});
