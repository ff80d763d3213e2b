import { describe, expect, test } from "vitest";
import type { AgentTool } from "../../tools/tool.ts";
import { generate } from "../generate.ts";

const text = { type: "string" };
const day = { type: "string", format: "date" };
const whole = { type: "integer" };
const tool = (name: string, properties: object, description = ""): AgentTool => ({
  name,
  description,
  parameters: { type: "object", properties, required: Object.keys(properties) },
});

/** What the caller of a goal knows, and what a person has to fill in. Today is Monday 2 March 2026. */
function drafted(goal: string, aim: AgentTool, prompt = "") {
  const [made] = generate(
    {
      workflows: [],
      recordings: [],
      personas: [],
      load_testing: 0,
      red_teaming: 0,
      policy_probes: 0,
      goals: [{ goal: `${goal} (${aim.name})`, num_calls: 1 }],
    },
    {
      name: "Desk",
      agent_description: "",
      goals: [],
      knowledge_base: "",
      prompt: `Today is 2 March 2026. ${prompt}`,
      tools: [aim],
    },
    { seed: "1", maximum: 1, today: "2026-03-02" },
  );
  const { traits, generation } = made?.digital_human ?? {};
  return {
    facts: Object.fromEntries((traits ?? []).map(({ trait_name, value }) => [trait_name, value])),
    open: generation?.facts_to_fill_in ?? [],
  };
}

describe("what was invented beside something that the goal names is left open", () => {
  const visit = tool("book_visit", { date: day, time: text, visitors: whole, full_name: text });
  test.each([
    ["Book a visit in the evening", "time", /"evening"/],
    ["Book a visit in June", "date", /"in June"/],
    ["Book a visit on the first Saturday in April", "date", /in April/],
    ["Book a visit with eleven colleagues and a dog", "visitors", /11 colleagues/],
    ["Book a visit; Clara Voss, 0171 5553344", "full_name", /Clara Voss/],
  ])("%s: %s", (goal, name, hint) => {
    const { facts, open } = drafted(goal, visit, "We are open from 10:00 to 16:00 on weekdays.");
    expect(facts[name]).toBeNull();
    expect(open.find((one) => one.startsWith(`${name} (`))).toMatch(hint);
  });

  test("one of several, if the goal names another", () => {
    const cut = tool("book_cut", { stylist: text, time: text });
    const goal = "Book a cut, first at 2 pm and then changing to half past four with Mia";
    expect(drafted(goal, cut, "Stylists: Mia, Jonas and Priya.").facts).toMatchObject({ stylist: null });
  });
});

describe("what the goal names nothing of is drawn", () => {
  test.each([
    ["Book a visit on Friday at noon", { date: "2026-03-06", time: "12:00", nights: expect.any(Number) }],
    ["Stay for two nights from Friday", { date: "2026-03-06", departure: "2026-03-08", nights: 2 }],
    ["Stay from 10 to 12 March", { date: "2026-03-10", departure: "2026-03-12", nights: 2 }],
    ["Stay at the weekend", { date: "2026-03-07" }],
    ["Stay at 14 Rose Street, two nights from the 6th", { date: "2026-03-06", nights: 2 }],
    ["Stay for a night, and learn whether the two dogs may come", { nights: 1 }],
  ])("%s", (goal, facts) => {
    const stay = tool("book_stay", { date: day, departure: day, time: text, nights: whole });
    expect(drafted(goal, stay).facts).toMatchObject(facts);
  });

  test("a telephone number is not the number of a card", () => {
    const keys = tool("order_keys", {
      card: { ...text, description: "Number of the card, 8 digits" },
      phone: text,
    });
    expect(drafted("Order keys for the card 40281195", keys).facts).toMatchObject({
      card: "40281195",
      phone: expect.any(String),
    });
  });

  test("beside a length, how many come is drawn", () => {
    const hall = tool("book_hall", { start_hour: whole, hours: whole, people: whole });
    expect(drafted("Book the hall from two in the afternoon, for two hours", hall).facts).toMatchObject({
      start_hour: 14,
      hours: 2,
      people: expect.any(Number),
    });
  });
});

describe("several things of one list", () => {
  const item = { product: { enum: ["sandwich_platter", "fruit_basket", "veggie_wrap"] }, quantity: whole };
  const of = (properties: object) => ({
    type: "array",
    items: { type: "object", properties, required: Object.keys(properties) },
  });
  const order = tool("place_order", { items: of(item) });

  test.each([
    [
      "Order two sandwich platters and a fruit basket",
      { product: ["sandwich_platter", "fruit_basket"], quantity: [2, 1] },
    ],
    ["Order a dozen wraps and five baskets", { product: ["veggie_wrap", "fruit_basket"], quantity: [12, 5] }],
    ["Order fruit baskets and veggie wraps", { product: ["fruit_basket", "veggie_wrap"], quantity: null }],
    ["Order two fruit baskets", { product: "fruit_basket", quantity: 2 }],
    ["Order two platters or a fruit basket", { quantity: null }],
    ["Order two platters and three cheese boards", { product: null, quantity: null }],
    [
      "Order ten wraps, and correct it to fourteen at the read-back",
      { quantity: 10, changes_mind_quantity: 14 },
    ],
  ])("%s", (goal, facts) => {
    expect(drafted(goal, order).facts).toMatchObject(facts);
  });

  test("are texts as well, from a list of the prompt", () => {
    const repeat = tool("order_repeat", { medicines: { type: "array", items: text } });
    const prompt = "Medicines: ibuprofen, paracetamol, aspirin.";
    expect(drafted("Get paracetamol and ibuprofen again", repeat, prompt).facts).toMatchObject({
      medicines: ["paracetamol", "ibuprofen"],
    });
    expect(drafted("Get aspirin again", repeat, prompt).facts).toMatchObject({ medicines: "aspirin" });
  });
});

test("a yes or a no is open if the goal has a word of it, and nothing says which", () => {
  const send = tool("send_locksmith", { locked_out: { type: "boolean" } });
  expect(drafted("Stand before a locked door with the key inside", send).facts).toMatchObject({
    locked_out: null,
  });
  expect(drafted("Have a lock oiled", send).facts).toMatchObject({ locked_out: false });
});

test("before noon is in the morning", () => {
  const visit = tool("book_visit", { window: { enum: ["08-11", "11-14", "14-17"] }, time: text });
  const { window, time } = drafted("Book a visit before noon", visit).facts;
  expect(window).toBe("08-11");
  expect(String(time) < "12:00").toBe(true);
});

test("the day of what has come is not another one", () => {
  const report = tool("report_missing", { delivery_date: day });
  expect(drafted("Report that the cream in Saturday's box was off", report).facts).toMatchObject({
    delivery_date: null,
  });
  const move = tool("move_visit", { new_date: day });
  expect(drafted("Move Tuesday's visit to another day", move).facts["new_date"]).toMatch(/^2026/);
});

test("who calls is who the booking is under", () => {
  const cancel = tool("cancel_tour", { booking_number: text, last_name: text });
  expect(drafted("Cancel the tour HV2231; the booking is under Marsh", cancel).facts).toMatchObject({
    booking_number: "HV2231",
    last_name: "Marsh",
  });
});
