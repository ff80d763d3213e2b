import { describe, expect, test } from "vitest";
import { processorMs } from "../../../../test/support/processor-time.ts";
import type { AgentTool } from "../../tools/tool.ts";
import { generate } from "../generate.ts";
import { boundsIn } from "./bounds.ts";
import { chooseTool } from "./choose-tool.ts";
import { formOf } from "./forms.ts";
import { hoursIn } from "./hours.ts";
import { nameInGoal, numberInGoal, optionInGoal, optionsForGoal } from "./in-goal.ts";
import { itemsFor, listsIn } from "./lists.ts";
import { dayInGoal } from "./moments-in-goal.ts";

const NOTHING = {
  workflows: [],
  recordings: [],
  personas: [],
  load_testing: 0,
  red_teaming: 0,
  policy_probes: 0,
};
const TODAY = "2026-11-02";
const text = { type: "string" };
const tool = (
  name: string,
  properties: object,
  required = Object.keys(properties),
  description = "",
): AgentTool => ({
  name,
  description,
  parameters: { type: "object", properties, required },
});

interface Business {
  prompt?: string;
  knowledge_base?: string;
  tools: AgentTool[];
}

function callers(goal: string, { prompt = "", knowledge_base = "", tools }: Business, count = 8, seed = "1") {
  const agent = { name: "Desk", agent_description: "", goals: [], prompt, knowledge_base, tools };
  const request = { ...NOTHING, goals: [{ goal, num_calls: count }] };
  return generate(request, agent, { seed, maximum: 100, today: TODAY }).map(({ digital_human }) => {
    const facts = (digital_human.traits ?? []).filter(({ value }) => value !== true);
    return {
      ...digital_human,
      facts: Object.fromEntries(facts.map(({ trait_name, value }) => [trait_name, value])) as Record<
        string,
        unknown
      >,
    };
  });
}

const pizza_shop: Business = {
  prompt: `You help customers order a pizza.
Menu:
| Pizza | Small | Large |
|---|---|---|
| Margherita | 7.50 | 12.00 |
| Pepperoni | 8.50 | 13.50 |
| Veggie | 8.00 | 13.00 |

Order numbers look like B-204. Ask for the address if it is a delivery.`,
  tools: [
    tool(
      "place_order",
      {
        pizza: { ...text, description: "A pizza from the menu" },
        size: { enum: ["small", "large"] },
        customer_name: text,
        phone: text,
        address: text,
        coupon: text,
      },
      ["pizza", "size", "customer_name", "phone"],
      "Place a pizza order",
    ),
    tool("order_status", { order_number: text }),
    tool("cancel_order", { order_number: text, last_name: text }),
  ],
};

describe("a pizza shop", () => {
  test("callers have what the tool needs, from the menu and the schema, and nothing else", () => {
    const made = callers("Order a pizza", pizza_shop);
    for (const { facts, role_description } of made) {
      expect(Object.keys(facts)).toEqual(["goal_tool", "pizza", "size", "customer_name", "phone", "address"]);
      expect(["Margherita", "Pepperoni", "Veggie"]).toContain(facts["pizza"]);
      expect(["small", "large"]).toContain(facts["size"]);
      expect(role_description).toBeUndefined();
    }
    const all = (name: string) => new Set(made.map(({ facts }) => facts[name])).size;
    expect([all("pizza"), all("size"), all("customer_name"), all("phone"), all("address")]).toEqual([
      3, 2, 8, 8, 8,
    ]);
    expect(JSON.stringify(made)).not.toMatch(/people|Tuesday|clinic|doctor|appointment/i);
  });

  test("values of neighbouring callers are far apart", () => {
    const streets = callers("Order a pizza", pizza_shop).map(({ facts }) =>
      Number.parseInt(String(facts["address"]), 10),
    );
    const steps = streets.slice(1).map((number, place) => number - (streets[place] ?? 0));
    expect(new Set(steps).size).toBeGreaterThan(3);
  });

  test("an order that has to exist is left open, with what it is and how it looks", () => {
    for (const { facts, generation } of callers("Cancel my order", pizza_shop, 2)) {
      expect(facts).toMatchObject({ goal_tool: "cancel_order", order_number: null, last_name: null });
      expect(generation.facts_to_fill_in).toEqual([
        "order_number (of an order that your test system knows, in the form of B-204)",
        "last_name (as your test system has it)",
      ]);
    }
  });

  test("a number of something that exists is open as well, whatever else the prompt has numbers of or lists", () => {
    const [ordered] = callers("Cancel an order", {
      prompt: "Order 250 flyers or 500: up to 500 is the same order.",
      tools: [tool("cancel_order", { order_number: { ...text, description: "e.g. INK-40213" } })],
    });
    expect(ordered?.facts).toMatchObject({ order_number: null });
    const [moved] = callers("Move a sweep", {
      prompt: "Jobs:\n- open fire\n- wood burner\n- bird nest removal",
      tools: [tool("move_sweep", { job_number: { ...text, description: "e.g. S214" } })],
    });
    expect(moved?.facts).toMatchObject({ job_number: null });
  });

  test("the same seed gives the same callers, another seed gives others", () => {
    expect(callers("Order a pizza", pizza_shop)).toEqual(callers("Order a pizza", pizza_shop));
    expect(callers("Order a pizza", pizza_shop, 8, "2")).not.toEqual(callers("Order a pizza", pizza_shop));
  });
});

test("days lie ahead or behind as the field wants, and hours are when somebody is there", () => {
  const hotel: Business = {
    knowledge_base: "Reception is open Tuesday to Saturday from 8:00 to 20:00.",
    tools: [
      tool("book_room", {
        check_in: { ...text, format: "date" },
        check_out: { ...text, format: "date" },
        arrival_time: text,
        date_of_birth: { ...text, format: "date" },
        incident_date: { ...text, description: "When it happened", format: "date" },
        guests: { type: "integer", minimum: 1, maximum: 4 },
      }),
    ],
  };
  for (const { facts } of callers("Book a room", hotel, 20)) {
    const day = new Date(String(facts["check_in"]));
    expect(String(facts["check_in"]) > TODAY).toBe(true);
    expect(String(facts["check_out"]) > String(facts["check_in"])).toBe(true);
    expect([2, 3, 4, 5, 6]).toContain(day.getUTCDay());
    expect(facts["arrival_time"]).toMatch(/^(?:0[89]|1\d):[03]0$/);
    expect(String(facts["date_of_birth"]) < "2006").toBe(true);
    expect(String(facts["incident_date"]) < TODAY).toBe(true);
    expect(facts["guests"]).toBeLessThanOrEqual(4);
  }
});

test("what another tool finds is the agent's own, not a fact of the caller", () => {
  const clinic: Business = {
    tools: [
      tool("find_slots", { day: text }),
      tool("book_appointment", {
        slot_id: text,
        patient_name: text,
        session_id: text,
        confirmed: { type: "boolean" },
      }),
    ],
  };
  const [caller] = callers("Book an appointment", clinic, 1);
  // The day is what the caller would like, and which slot that is, is the agent's to find.
  expect(Object.keys(caller?.facts ?? {})).toEqual(["goal_tool", "patient_name", "day"]);
  expect(caller?.generation.facts_to_fill_in).toBeUndefined();
});

describe("what another tool finds is wished for", () => {
  const find = tool("find_slots", { service: text }, []);
  const book = tool("book_slot", { slot_id: text, patient_name: text });
  const prompt = "Open Monday to Friday, 8:00 to 12:00.\n## Doctors\n- Dr Patel\n- Dr Okafor\n";

  test("a day, a part of the day, and somebody, as the texts name them", () => {
    const made = callers("Book an appointment", { prompt, tools: [find, book] });
    for (const { facts } of made) {
      expect(Object.keys(facts)).toEqual([
        "goal_tool",
        "patient_name",
        "preferred_day",
        "preferred_time",
        "doctor",
      ]);
      expect(facts["preferred_time"]).toBe("morning");
    }
    expect(new Set(made.map(({ facts }) => facts["doctor"]))).toEqual(new Set(["Dr Patel", "Dr Okafor"]));
  });

  test("as the goal says it", () => {
    const [one] = callers("Book an appointment with Dr Patel on Friday afternoon", {
      prompt,
      tools: [find, book],
    });
    expect(one?.facts).toMatchObject({
      preferred_day: "Friday",
      preferred_time: "afternoon",
      doctor: "Dr Patel",
    });
  });

  test("nothing that no text names", () => {
    const [one] = callers("Book an appointment", { tools: [find, book] });
    expect(Object.keys(one?.facts ?? {})).toEqual(["goal_tool", "patient_name"]);
  });
});

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

test("the name of a thing is not a person's", () => {
  const shop: Business = {
    prompt: "Menu:\n- Margherita 8.00\n- Veggie 9.00\n",
    tools: [
      tool("create_order", {
        items: {
          type: "array",
          items: {
            type: "object",
            properties: { name: text, quantity: { type: "integer" } },
            required: ["name"],
          },
        },
        customer: { type: "object", properties: { name: text }, required: ["name"] },
      }),
    ],
  };
  for (const { facts } of callers("Order lunch", shop, 4)) {
    expect(["Margherita", "Veggie"]).toContain(facts["items.0.name"]);
    expect(facts["customer.name"]).toMatch(/^\p{Lu}\p{L}+ \p{Lu}/u);
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

describe("the tool of a goal", () => {
  const { tools } = pizza_shop;
  test.each([
    ["Order a pizza", "place_order"],
    ["Where is my order?", "order_status"],
    ["Check the status of an order", "order_status"],
    ["Cancel an order", "cancel_order"],
    ["Get something to eat (place_order)", "place_order"],
    ["Complain about the driver", undefined],
  ])("%s: %s", (goal, name) => {
    expect(chooseTool(goal, tools)?.tool.name).toBe(name);
  });

  test("a tool that the goal names is not said by the caller", () => {
    const [caller] = callers("Get something to eat (place_order)", pizza_shop, 1);
    expect(caller).toMatchObject({
      intent: "Get something to eat",
      generation: { tool_reason: "the goal names it" },
    });
  });
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

test.each([
  ["Wants a thousand litres", 1000],
  ["Wants five hundred litres as an emergency", 500],
  ["Wants two thousand three hundred and fifty litres", 2350],
  ["Wants twenty five litres on the 3rd", 25],
  ["Wants 1200 litres at 4", 1200],
  ["Wants seventeen green litres", 17],
  ["Wants a litre", undefined],
  ["Wants two thousand and five litres", 2005],
  ["Has order 200, 15 litres are missing", 15],
])("the number in %j", (goal, number) => {
  expect(numberInGoal(goal, "litres")).toBe(number);
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
      dayInGoal(hostile, TODAY, true);
    });
    expect(taken_ms, part).toBeLessThan(1000);
  }
});

test("a caller also knows what the agent has to ask before it does anything for anybody", () => {
  const id = { account_number: text, date_of_birth: { type: "string", format: "date" } };
  const bank: Business = {
    prompt: "You help customers of a bank.",
    tools: [
      tool("verify_customer", id),
      tool("block_card", { account_number: text, reason: { type: "string", enum: ["lost", "stolen"] } }),
      tool("verify_address", { street: text }),
    ],
  };
  const [caller] = callers("Wants to block a card", bank, 1);
  expect(Object.keys(caller?.facts ?? {})).toEqual([
    "goal_tool",
    "account_number",
    "reason",
    "date_of_birth",
  ]);
  // Both have to be those of a customer that the test system knows.
  expect(caller?.facts).toMatchObject({ account_number: null, date_of_birth: null });
});

describe("what a caller wants to have changed", () => {
  const change = tool(
    "change_booking",
    {
      reference: text,
      date: { type: "string", format: "date" },
      time: { type: "string", pattern: "^[0-2][0-9]:[0-5][0-9]$" },
      party_size: { type: "integer", minimum: 1, maximum: 8 },
      remarks: text,
    },
    ["reference"],
    "Change a booking",
  );
  const names = (goal: string) =>
    Object.keys(callers(goal, { tools: [change] }, 1)[0]?.facts ?? {}).filter((name) => name !== "goal_tool");

  test.each([
    ["Move a booking to another time", "time"],
    ["Move a booking to another day", "date"],
    ["Change the number of people of a booking", "party_size"],
    ["Change a booking", "date"],
  ])("%j knows its reference and the new %s", (goal, name) => {
    expect(names(goal).toSorted()).toEqual([name, "reference"].toSorted());
  });
});

describe("what the agent itself finds or works out", () => {
  test("is an id that another tool gives, and the caller knows what that tool needs", () => {
    const tools = [
      tool(
        "open_account",
        { card_number: text, pin: text },
        undefined,
        "Checks the card; returns account_id.",
      ),
      tool("book_room", { account_id: text, people: { type: "integer", minimum: 1, maximum: 6 } }),
    ];
    const [one] = callers("Book a room", { tools });
    expect(Object.keys(one?.facts ?? {})).toEqual(["goal_tool", "people", "card_number", "pin"]);
    expect(one?.facts).toMatchObject({ card_number: null, pin: null });
  });

  test("is what is paid back, and from when something ends, unless the goal says so", () => {
    const tools = [
      tool("cancel_plan", {
        plan_number: text,
        end_date: { type: "string", format: "date" },
        refund_amount: { type: "number" },
      }),
    ];
    const known = (goal: string) => Object.keys(callers(goal, { tools }, 1)[0]?.facts ?? {});
    expect(known("Cancel a plan")).toEqual(["goal_tool", "plan_number"]);
    expect(known("Cancel a plan on 20 November")).toContain("end_date");
  });
});

test("where two parameters take the same values, a caller has two", () => {
  const city = { type: "string", enum: ["Oslo", "Bergen", "London"] };
  for (const { facts } of callers("Book a flight", {
    tools: [tool("book_flight", { origin: city, destination: city })],
  }))
    expect(facts["origin"]).not.toBe(facts["destination"]);
});

test("what the description names for none is taken", () => {
  const allergies = { type: "string", description: "What the customer said about allergies, or 'none'" };
  const [one] = callers("Order a cake", { tools: [tool("order_cake", { allergies })] }, 1);
  expect(one?.facts).toMatchObject({ allergies: "none" });
});

test("a mileage is one of a car, and the floors of a house are few", () => {
  const [number, miles] = [{ type: "integer", minimum: 0 }, { type: "integer" }];
  for (const { facts } of callers("Book a visit", {
    tools: [tool("book_visit", { mileage: miles, floor: number })],
  })) {
    expect(facts["mileage"]).toBeGreaterThanOrEqual(20_000);
    expect(facts["floor"]).toBeLessThanOrEqual(4);
  }
});

test("a reading and an amount without a range are nobody's to draw, unless the goal gives them", () => {
  const reading = { type: "integer", description: "m³, without decimals" };
  const amount = { type: "number", description: "euros per month" };
  const submit = tool("submit_reading", { reading });
  const known = (goal: string, one: AgentTool) => callers(goal, { tools: [one] }, 1)[0]?.facts ?? {};
  expect(known("Submit a reading", submit)).toMatchObject({ reading: null });
  expect(
    known("First misread the meter as 14980, then submit the right reading, 15980", submit),
  ).toMatchObject({ reading: 15_980 });
  expect(known("Submit a reading of about 8734", submit)).toMatchObject({ reading: 8734 });
  expect(known("Submit a reading of 8734 or a reading of 9111", submit)).toMatchObject({ reading: null });
  expect(known("With gas and water, submit both meter readings", submit)).toMatchObject({
    "gas reading": null,
    "water reading": null,
  });
  const pay = tool("set_instalment", { amount });
  expect(known("Set an instalment", pay)).toMatchObject({ amount: null });
  expect(known("Set an instalment of 60 euros", pay)).toMatchObject({ amount: 60 });
  const optional = tool("report_loss", { estimated_amount: amount, kind: { enum: ["fire", "hail"] } }, [
    "kind",
  ]);
  expect(known("Report hail without knowing what it costs", optional)).not.toHaveProperty("estimated_amount");
  const own = { ...optional, name: "report_fire" };
  expect(known("Report a fire", own)).not.toHaveProperty("estimated_amount");
  const asked = callers("Report hail", { prompt: "Ask for the estimated amount.", tools: [optional] }, 1);
  expect(asked[0]?.facts["estimated_amount"]).toBeGreaterThanOrEqual(20);
  const given = tool("send_transfer", { amount: { type: "number", description: "10 to 30 euros" } });
  const { amount: drawn } = known("Send a transfer", given);
  expect(Number(drawn) >= 10 && Number(drawn) <= 30).toBe(true);
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

test("who only asks knows who it would be for, as the tool that does it takes it", () => {
  const tools = [
    tool("get_quote", { car_class: { enum: ["small", "estate"] } }),
    tool("reserve_car", {
      car_class: { enum: ["small", "estate"] },
      driver_name: text,
      driver_age: { type: "integer" },
    }),
    tool("cancel_reservation", { reservation_number: text, surname: text }),
  ];
  const [asking] = callers("Ask what an estate costs", { tools, prompt: "Ask for their e-mail." }, 1);
  expect(Object.keys(asking?.facts ?? {})).toEqual([
    "goal_tool",
    "car_class",
    "driver_name",
    "driver_age",
    "email",
  ]);
});

test("an hour counts nothing, and what identifies a customer is on record", () => {
  expect(numberInGoal("Order a medium Margherita to collect at 19:30", "quantity")).toBe(1);
  const identify = tool("identify_customer", {
    customer_number: text,
    date_of_birth: { type: "string", format: "date" },
  });
  const block = tool("block_card", { card_last4: text });
  const [made] = callers("Block my card", { tools: [identify, block] }, 1);
  expect(made?.facts).toMatchObject({ customer_number: null, date_of_birth: null });
});

test("an age in the goal gives a date of birth", () => {
  const enrol = tool("enrol_student", { date_of_birth: { type: "string", format: "date" } });
  const [made] = callers("A teenager who has just turned sixteen enrols as a student", { tools: [enrol] }, 1);
  expect(made?.facts["date_of_birth"]).toBe("2010-10-02");
});

test("the date of a loss is behind the caller, and that of an absence ahead", () => {
  const date = { type: "string", format: "date" };
  const of = (name: string) => callers("Report it", { tools: [tool(name, { date })] }, 1)[0]?.facts["date"];
  expect(String(of("report_damage")) < TODAY).toBe(true);
  expect(String(of("report_absence")) > TODAY).toBe(true);
});

test("a goal says how many by an article, and what it takes in other forms", () => {
  expect(numberInGoal("The customer wants a carrot cake for a birthday on Friday", "quantity")).toBe(1);
  expect(numberInGoal("The customer wants a few rolls", "quantity")).toBeUndefined();
  expect(optionInGoal("500 flyers, picked up at the shop", ["pickup", "delivery"])).toBe("pickup");
  expect(optionInGoal("Move it to another day", ["neighbour", "new_day"])).toBe("new_day");
});

test("who becomes a customer is not asked to identify itself as one", () => {
  const tools = [
    tool("reserve_unit", { size: { enum: [2, 5, 10] } }, ["size"], "Reserve a unit for a new customer."),
    tool("verify_customer", { contract_number: text }, ["contract_number"], "Verify an existing customer."),
    tool("give_notice", { contract_number: text }, ["contract_number"], "End a contract."),
  ];
  const [renting] = callers("Wants to rent a unit (reserve_unit)", { tools }, 1);
  expect(renting?.facts).not.toHaveProperty("contract_number");
  const [ending] = callers("Wants to end a contract (give_notice)", { tools }, 1);
  expect(ending?.facts).toHaveProperty("contract_number");
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

describe("where a text asks for more than a street", () => {
  const at = tool("book_lesson", { pickup_address: text, learner_name: text }, [
    "pickup_address",
    "learner_name",
  ]);
  const known = (prompt: string) => callers("Book a lesson", { prompt, tools: [at] });

  test("an address has a postcode, of a place that the text names", () => {
    for (const { facts } of known(
      "Learners may be anxious: never make fun of mistakes. Ask for the postcode.",
    )) {
      expect(facts["pickup_address"]).toMatch(/^\d+ .+, [A-Z]{1,2}\d{1,2} \d[A-Z]{2}$/);
      expect(facts["learner_name"]).toMatch(/^\p{Lu}\p{L}+ \p{Lu}/u);
    }
    for (const { facts } of known("We come to Derby (postcodes DE1, DE21 and DE22)."))
      expect(facts["pickup_address"]).toMatch(/, DE1 \d[A-Z]{2}$/);
    for (const { facts } of known("We come to you.")) expect(facts["pickup_address"]).not.toContain(",");
  });
});

test("an hour is one by its pattern, also a new one of what exists", () => {
  const clock = { ...text, pattern: "^\\d{2}:\\d{2}$", description: "rooms only" };
  const tools = [
    tool("book_room", { date: { ...text, format: "date" }, start: clock }, ["date"]),
    tool("change_booking", { booking_id: text, new_date: text, new_start: clock }, [
      "booking_id",
      "new_date",
    ]),
  ];
  const [booking] = callers("Book a room (book_room)", { tools }, 1);
  expect(booking?.facts["start"]).toMatch(/^\d{2}:\d{2}$/);
  const [moving] = callers("Move a booking to another day (change_booking)", { tools }, 1);
  expect(moving?.facts["new_start"]).toMatch(/^\d{2}:\d{2}$/);
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
});

test("the day of a goal is the one on which it is to be", () => {
  const day = (goal: string) => dayInGoal(goal, "2026-03-02", false);
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

test("whoever wants something new can be reached, if the agent's texts ask for it", () => {
  const tools = [tool("book_court", { day: text }), tool("cancel_court", { court_code: text })];
  const asking = "Ask for the full name, and an e-mail address or a phone number.";
  const [booking] = callers("Book a court (book_court)", { tools, prompt: asking }, 1);
  expect(Object.keys(booking?.facts ?? {})).toEqual(expect.arrayContaining(["full_name", "email", "phone"]));
  const [silent] = callers("Book a court (book_court)", { tools, prompt: "Book courts." }, 1);
  expect(silent?.facts).not.toHaveProperty("phone");
  const [ending] = callers("Cancel a court (cancel_court)", { tools, prompt: asking }, 1);
  expect(ending?.facts).not.toHaveProperty("phone");
});
