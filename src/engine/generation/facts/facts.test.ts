import { describe, expect, test } from "vitest";
import type { AgentTool } from "../../tools/tool.ts";
import { type Business, callers, pizza_shop, TODAY, text, tool } from "../testing/callers.ts";
import { numberInGoal } from "./in-goal.ts";

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

test("whoever books one of several sessions chooses which", () => {
  const book = tool("book_session", {
    session: { type: "string", enum: ["morning", "afternoon", "full_day"] },
    session_token: text,
  });
  const [caller] = callers("Book an extra full day (book_session)", { tools: [book] }, 1);
  expect(caller?.facts).toEqual({ goal_tool: "book_session", session: "full_day" });
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

  test("no other day than the one it has", () => {
    const moment = { ...text, format: "date-time" };
    const tools = [
      tool("get_quote", { drop_off: moment, return: moment }),
      tool("create_booking", { quote_id: { ...text, description: "From get_quote" }, name: text }),
    ];
    const [one] = callers("Books parking for a week's holiday from Saturday", { prompt, tools });
    expect(Object.keys(one?.facts ?? {})).toEqual(["goal_tool", "name", "drop_off", "return", "doctor"]);
  });

  test("nothing that no text names", () => {
    const [one] = callers("Book an appointment", { tools: [find, book] });
    expect(Object.keys(one?.facts ?? {})).toEqual(["goal_tool", "patient_name"]);
  });
});

test("pupils are children, and a number of them identifies no booking", () => {
  const museum: Business = {
    knowledge_base: "We have raised the pupils of her booking from 24 to 27.",
    tools: [
      tool("book_visit", {
        date: { ...text, format: "date" },
        children: { type: "integer", minimum: 0 },
        adults: { type: "integer", minimum: 0 },
      }),
      tool("cancel_booking", { booking_reference: text }),
    ],
  };
  expect(
    callers("Books a visit for her class, 28 pupils and 4 adults, on 12 January", museum, 1)[0]?.facts,
  ).toMatchObject({ children: 28, adults: 4 });
  expect(callers("Cancels the school visit of 15 December", museum, 1)[0]?.facts).toMatchObject({
    booking_reference: null,
  });
});

test("what a caller has instead of something is what it wants", () => {
  const method = { type: "string", enum: ["collection", "delivery"] };
  const pharmacy: Business = { tools: [tool("change_fulfilment", { order_number: text, method })] };
  const [caller] = callers("Wants the order delivered instead of collecting it", pharmacy, 1);
  expect(caller?.facts).toMatchObject({ method: "delivery" });
});

test("who picks it up has it delivered nowhere", () => {
  const method = { type: "string", enum: ["collection", "delivery"] };
  const pharmacy: Business = { tools: [tool("order_repeat", { method, postcode: text }, ["method"])] };
  const [caller] = callers("Orders her inhaler and picks it up at the pharmacy", pharmacy, 1);
  expect(caller?.facts).toMatchObject({ method: "collection" });
});

test("a car is parked before it is fetched, and a rented one the other way round", () => {
  const moment = { ...text, format: "date-time" };
  const parking: Business = { tools: [tool("get_quote", { drop_off: moment, return: moment })] };
  const [caller] = callers("Find out what a weekend in the car park costs", parking, 1);
  const { drop_off, return: back } = caller?.facts ?? {};
  expect(new Date(String(drop_off)).getUTCDay()).toBe(6);
  expect(new Date(String(back)).getUTCDay()).toBe(0);
  expect(String(back) > String(drop_off)).toBe(true);
  const rental: Business = { tools: [tool("book_car", { pick_up: moment, drop_off: moment })] };
  const rented = callers("Book a car", rental, 1)[0]?.facts ?? {};
  expect(String(rented["drop_off"]) > String(rented["pick_up"])).toBe(true);
});

test("a value is of the form that the tool takes, and what nobody has yet isn't asked for", () => {
  const garage: Business = {
    prompt: "Ask for the size: it's on the sidewall, like 205/55 R16.",
    tools: [
      tool("search_tyres", {
        size: { ...text, pattern: "^\\d{3}/\\d{2} R\\d{2}$", description: "such as it's on the sidewall" },
      }),
      tool("book_appointment", { day: text, registration: text }),
      {
        name: "find_booking",
        parameters: { type: "object", properties: { reference: text, registration: text } },
      },
    ],
  };
  expect(callers("Find out what tyres there are", garage, 1)[0]?.facts["size"] ?? null).toBeNull();
  expect(callers("Book an appointment", garage, 1)[0]?.facts).not.toHaveProperty("reference");
});

test("whose record it is comes from the tool that checks who is calling", () => {
  const pharmacy: Business = {
    tools: [
      tool("verify_patient", { full_name: text, date_of_birth: { ...text, format: "date" }, postcode: text }),
      tool("check_order", { patient_id: text }),
      tool("request_repeat", {
        patient_id: text,
        item_codes: { type: "array", items: text, description: "Codes from list_repeats" },
      }),
    ],
  };
  const facts = callers("Order her repeat inhaler", pharmacy, 1)[0]?.facts ?? {};
  expect(Object.keys(facts)).not.toContain("patient_id");
  expect(Object.keys(facts)).not.toContain("item_codes");
});

test("what the goal quotes is the title, or what shall be written", () => {
  const shop: Business = {
    tools: [
      tool("reserve_item", { title: text, card_message: text }, ["title"]),
      tool("order_cake", { cake: text, inscription: text }),
    ],
  };
  const factsOf = (goal: string) => callers(goal, shop, 1)[0]?.facts ?? {};
  expect(factsOf('Reserves the audiobook of "The Salt Path"')).toMatchObject({ title: "The Salt Path" });
  expect(factsOf("Orders a cake with the inscription “Well done, Ida!”")).toMatchObject({
    inscription: "Well done, Ida!",
  });
  expect(factsOf('Reserves "Wolf Hall" instead of "Emma"')).toMatchObject({ title: null });
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

test("the date of a loss is behind the caller, and that of an absence ahead", () => {
  const date = { type: "string", format: "date" };
  const of = (name: string) => callers("Report it", { tools: [tool(name, { date })] }, 1)[0]?.facts["date"];
  expect(String(of("report_damage")) < TODAY).toBe(true);
  expect(String(of("report_absence")) > TODAY).toBe(true);
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
