/** Callers with an errand: what they answer, choose, refuse, and when they know that it is done. */
import { describe, expect, it } from "vitest";
import { turnRng } from "../random.ts";
import { prepareCaller } from "./caller.ts";
import { outcomeOf } from "./deed.ts";
import type { DigitalHuman } from "./digital-human.ts";
import { fidelity } from "./fidelity.ts";
import type { MadeCall } from "./made-call.ts";
import { next, start } from "./next.ts";

const TOOL = {
  name: "place_order",
  parameters: {
    type: "object",
    required: ["pizza", "size", "day", "doctor", "people", "phone"],
    properties: {
      pizza: { type: "string", enum: ["Margherita", "Pepperoni", "Veggie", "Hawaiian"] },
      size: { type: "string", enum: ["small", "medium", "large", "extra_large"] },
      day: { type: "string" },
      doctor: { type: "string" },
      people: { type: "integer" },
      return_date: { type: "string", description: "When it is brought back" },
      phone: { type: "string" },
      insurance: { type: "boolean", description: "Full insurance" },
    },
  },
};

const caller = (facts: Record<string, unknown>, more: DigitalHuman = {}): DigitalHuman => ({
  intent: "I'd like to place an order.",
  creativity: 0,
  ...more,
  traits: [
    { trait_name: "goal_tool", value: "place_order" },
    ...Object.entries(facts).map(([trait_name, value]) => ({ trait_name, value })),
  ],
});

type Line = string | { say: string; calls: MadeCall[] };

/** A conversation with these messages of the agent, and the calls that it reports with them. */
function talk(record: DigitalHuman, lines: readonly Line[]) {
  const played = prepareCaller(record, { tools: [TOOL] });
  let step = start(played, 0, turnRng("seed", "1", 0));
  const said = [step.action.say ?? ""];
  const transcript = [{ role: "USER", utterance: said[0] ?? "" }];
  for (const [place, line] of lines.entries()) {
    if (step.state.ended) break;
    const { say, calls } = typeof line === "string" ? { say: line, calls: [] } : line;
    transcript.push({ role: "AGENT", utterance: say });
    const rng = turnRng("seed", "1", step.state.turn);
    step = next(played, step.state, say, (place + 1) * 5000, rng, undefined, calls);
    said.push(step.action.say ?? "");
    transcript.push({ role: "USER", utterance: step.action.say ?? "" });
  }
  return { said, last: said.at(-1), state: step.state, played, transcript };
}

const answer = (facts: Record<string, unknown>, line: string, more?: DigitalHuman) =>
  talk(caller(facts, more), [line]).last;

const PIZZA = { pizza: "Margherita", size: "large", phone: "0171 555 0188" };
const done = (parameters: Record<string, unknown>) => [
  { name: "place_order", parameters, output: { ok: true } },
];

describe("a question", () => {
  it.each([
    ["What size?", "Large, please."],
    ["How big should it be?", "Large, please."],
    ["Which pizza would you like?", "Margherita, please."],
    ["What'll it be?", "Margherita, please."],
    ["What size, and what's your number?", "0171 555 0188, large."],
    ["Small or large, and what is your number?", "Large, please. It's 0171 555 0188."],
    [
      "Which pizza would you like? And what's the best number to reach you?",
      "Margherita, please. It's 0171 555 0188.",
    ],
    [
      "What can I get you? We have Margherita, Pepperoni and Veggie, in small or large.",
      "Margherita, large.",
    ],
  ])("is matched to facts by their names and synonyms: %s", (line, said) => {
    expect(answer(PIZZA, line)).toBe(said);
  });

  it("finds a fact by what its parameter is for", () => {
    const dates = { day: "3 June", return_date: "9 June" };
    expect(answer(dates, "When will you bring it back?")).toBe("It's 9 June.");
    expect(answer(dates, "Until when do you need it?")).toBe("It's 9 June.");
  });

  it("about a yes-or-no fact is answered with it", () => {
    const offer = "Would you like full insurance with that?";
    expect(answer({ insurance: true }, offer)).toBe("Yes, please.");
    expect(answer({ insurance: false }, offer)).toBe("No, thank you.");
  });

  it("for a full name does not say that a day is full", () => {
    const record = caller(
      { day: "Tuesday" },
      { role_description: "If that isn't possible, you would take Thursday." },
    );
    const { said } = talk(record, [
      "Which day?",
      "Could I have your full name?",
      "I'm afraid Tuesday is full.",
    ]);
    expect(said.slice(1)).toEqual(["It's Tuesday.", "I'd rather not say.", "It's Thursday."]);
  });

  it("in passing is answered in kind", () => {
    expect(answer(PIZZA, "Hi there, how are you today?")).toBe(
      "I'm fine, thanks. I'd like to place an order.",
    );
    expect(answer(PIZZA, "Hi, how are you? What size would you like?")).toBe("Large, please.");
  });
});

describe("a choice", () => {
  it.each([
    ["Margherita, Pepperoni or Veggie?", PIZZA, "Margherita, please."],
    ["Small, medium or extra large?", { size: "extra_large" }, "Extra large, please."],
    ["Thin crust or deep pan?", PIZZA, "Thin crust, please."],
    ["10:00 or 15:30?", { time: "15:30" }, "15:30, please."],
  ])("%s", (line, facts, said) => {
    expect(answer(facts, line)).toBe(said);
  });

  it("follows preferences and never takes what the caller refuses", () => {
    const record = caller({ prefers: "deep pan", refuses: "olives" });
    expect(talk(record, ["Thin crust or deep pan?"]).last).toBe("Deep pan, please.");
    expect(talk(record, ["Olives or basil?"]).last).toBe("Basil, please.");
  });

  it("is stood by", () => {
    const { said } = talk(caller({ day: "Tuesday" }), [
      "10:00 or 15:30?",
      "10:00 on Tuesday, shall I book it?",
    ]);
    expect(said.slice(1)).toEqual(["10:00, please.", "Yes, please."]);
  });

  it("between unwanted things is refused, unless there is nothing else", () => {
    const { said, state } = talk(caller({ day: "Wednesday" }), [
      "Would Tuesday or Thursday work?",
      "Wednesday is fully booked. Would Tuesday or Thursday work?",
      "So that's Tuesday, is that right?",
    ]);
    expect(said.slice(1)).toEqual(["No, Wednesday please.", "Tuesday, please.", "Yes, that's right."]);
    expect(state.instead).toEqual([{ label: "day", wanted: "Wednesday", said: "Tuesday" }]);
  });
});

describe("what contradicts the errand", () => {
  it.each([
    ["Wednesday?", { day: "Tuesday" }, "No, Tuesday please."],
    ["Shall I book you in with Dr Chen?", { doctor: "Dr Patel" }, "No, it's Dr Patel."],
    ["A medium one?", PIZZA, "No, large please."],
    ["Let me repeat that: one medium Margherita. Is that right?", PIZZA, "No, it's large."],
    ["So a table for two people, correct?", { people: 4 }, "No, it's 4 people."],
  ])("is refused: %s", (line, facts, said) => {
    expect(answer(facts, line)).toBe(said);
  });

  it.each([
    ["Let me repeat that: one large Margherita. Is that right?", PIZZA, "Yes, that's right."],
    ["Dr Patel is away. Would Dr Chen be all right?", { doctor: "Dr Patel" }, "Yes, please."],
  ])("is not seen where nothing does: %s", (line, facts, said) => {
    expect(answer(facts, line)).toBe(said);
  });

  it("is refused a few times, and then the caller gives up without blaming the agent", () => {
    const { said, state, played, transcript } = talk(caller({ day: "Tuesday" }), [
      "Wednesday?",
      "How about Wednesday then?",
      "Wednesday is best. Is Wednesday okay?",
      "So Wednesday?",
      "Wednesday?",
    ]);
    expect(said.at(-1)).toBe("I don't think we're getting anywhere. I'll leave it for now. Bye.");
    expect(state.ended).toEqual({ end_reason: "out_of_script", completed: false });
    expect(fidelity(caller({ day: "Tuesday" }), played, transcript, state).unanswered).toMatchObject({
      refused: { wanted: "Tuesday", said: "Wednesday" },
    });
  });
});

describe("the deed", () => {
  const placed: Line = { say: "That's in the oven! Your driver is Marco.", calls: done({ size: "large" }) };

  it("is known when it happens, whatever the agent's words are", () => {
    const { said, state, played, transcript } = talk(caller(PIZZA), [placed, "Lovely, enjoy!"]);
    expect(said.slice(1)).toEqual(["Great, thank you. That's what I needed.", "Thank you, bye!"]);
    expect(state.ended?.end_reason).toBe("goal_reached");
    expect(fidelity(caller(PIZZA), played, transcript, state).verdict).toBe("valid");
  });

  it("does not keep the caller from answering what is still asked", () => {
    const asks: Line = { say: "That's placed. What's the best number to reach you?", calls: done({}) };
    const { said } = talk(caller(PIZZA), [asks, "Great. Bye!"]);
    expect(said.slice(1)).toEqual(["It's 0171 555 0188.", "Thank you, bye!"]);
  });

  it.each([
    "That's placed. Anything else?",
    "Lovely, that's in. Is there anything else I can help you with?",
    "What else would you like to order?",
    "Anything more for you today?",
  ])("leaves nothing else to want: %s", (say) => {
    const { said, state } = talk(caller(PIZZA), ["What size?", { say, calls: done({ size: "large" }) }]);
    expect(said.at(-1)).toBe("No, that's all. Thank you, bye!");
    expect(state.ended).toEqual({ end_reason: "goal_reached", completed: true });
  });

  it("is followed by no wish, whatever the agent asks", () => {
    const lines = [placed, "What would you like to order?"];
    expect(talk(caller(PIZZA), lines).last).not.toContain("I'd like to place an order");
    expect(talk(caller(PIZZA), [placed, "Will that be all?"]).last).toBe("Yes, that's right.");
  });

  it("is still to come if the agent asks for more in the middle", () => {
    const lines = ["What size?", "Large it is. Anything else with that?"];
    expect(talk(caller(PIZZA), lines).last).toBe("No, that's all, thanks.");
    expect(talk(caller(PIZZA), ["What size?", "Will that be all?"]).last).toBe("Yes, that's right.");
  });

  it("is not done by a call that failed", () => {
    const failed = [{ name: "place_order", parameters: {}, output: { error: "oven is off" } }];
    const { state } = talk(caller(PIZZA), [{ say: "Hm, one second.", calls: failed }]);
    expect(state.deeds).toBeUndefined();
  });

  it.each([
    "Your order is placed, the number is B-204.",
    "It's on its way.",
    "You're all set!",
    "Your money is refunded.",
    "Booked for Tuesday. Your ticket number is 3001.",
    "Right, we'll see you Tuesday!",
  ])("is known from words where no tool is reported: %s", (line) => {
    expect(talk(caller(PIZZA), ["What size?", line]).state.confirmed).toBe(true);
  });

  it("may be asked for at the end, once", () => {
    const lines = ["What size?", "Righto. Have a nice day!"];
    expect(talk(caller(PIZZA), lines).last).toBe("Just to be sure: is that done now?");
    expect(talk(caller(PIZZA), [...lines, "Yes, it is."]).state.confirmed).toBe(true);
    expect(talk(caller(PIZZA), [...lines, "No, not yet."]).state.confirmed).toBe(false);
  });
});

it("says no alone, as an answer", () => {
  const said = talk(caller({ neighbours_affected: "no" }), ["Are your neighbours affected as well?"]).last;
  expect(said).toBe("No.");
});

it("says what it counts when it is asked for several numbers", () => {
  const tickets = { adult: 4, child: 1 };
  const said = talk(caller(tickets), [
    "How many tickets, and how many of them adult, and how many child?",
  ]).last;
  expect(said).toBe("4 adults, 1 child.");
});

it("counts one of a thing as one", () => {
  const said = talk(caller({ adults: 1, children: 1, size: "large" }), [
    "What size?",
    "How many are you, adults and children?",
    "Sorry, how many are you?",
  ]).said;
  expect(said.slice(-2)).toEqual(["1 adult, 1 child.", expect.stringContaining("1 adult, 1 child")]);
});

it("answers a yes or a no of its errand the same way however often it is asked", () => {
  const asks = "Hmm, didn't get that. Would you like full insurance?";
  const { said } = talk(caller({ size: "large", insurance: true }), ["What size?", asks, asks, asks]);
  expect(said.slice(-3)).toEqual(["Yes, please.", "Yes, please.", "Yes, please."]);
});

it.each([
  "A large one. Is that in order?",
  "A large one. Is everything in order as read out?",
  "A large one. May I enter it?",
  "A large one. Will I book that for you?",
  "Sorry, I didn't get that. A large one, was that a yes?",
])("says yes to %j", (question) => {
  expect(talk(caller({ size: "large" }), ["What size?", question]).last).toMatch(/^Yes/);
});

it("gives no number to an offer to call back", () => {
  const record = caller({ size: "large", phone: "0171 555 0188" });
  for (const offer of ["Shall a colleague call you back?", "May I arrange for someone to call you back?"])
    expect(talk(record, ["What size?", offer]).last).toMatch(/^No/);
  expect(talk(record, ["What size?", "On what number can we call you back?"]).last).toContain(
    "0171 555 0188",
  );
});

it("finds what is counted in the sentence before the question, and in a request", () => {
  const record = caller({ size: "large", months: 8 });
  const after = (line: string) => talk(record, ["What size?", line]).last;
  expect(after("The minimum is two months. How many shall I put down?")).toContain("8 months");
  expect(after("Please say a number of months, two or more.")).toMatch(/\b8\b/);
});

it("refuses no code of another form", () => {
  const record = caller({ size: "large", order_number: "40133" });
  const said = (line: string) => talk(record, ["What size?", line]).last;
  expect(said("Order S-02, a large one. Is that right?")).toMatch(/^Yes/);
  expect(said("Order 40139, a large one. Is that right?")).toMatch(/^No.*40133/);
});

it("takes no name of a fact for something to choose", () => {
  const record = caller({ size: "large", phone: "0171 555 0188", customer_name: "Ana Diaz" });
  const said = talk(record, ["What size?", "Then your name and an email or phone number, please."]).last;
  expect(said).toContain("Ana Diaz");
  expect(said).not.toMatch(/email/i);
});

it("tells no address where the question behind it says which one", () => {
  const record = caller({ size: "large", phone: "0171 555 0188" });
  expect(talk(record, ["What size?", "How can we reach you? Phone number?"]).last).not.toMatch(/rather not/);
});

it("says the end of a number if it is asked for that", () => {
  expect(answer({ phone: "0171 555 0188" }, "What are the last four digits of your phone number?")).toContain(
    "0188",
  );
  expect(
    answer({ phone: "0171 555 0188" }, "What are the last four digits of your phone number?"),
  ).not.toContain("0171");
});

it("does not take the question of another matter for one about a fact", () => {
  const said = answer({ vaccine: "flu" }, "Have you ever had a reaction to a vaccine?");
  expect(said).toBe("No.");
});

it("takes one of the days that the agent lists beside its question", () => {
  const line =
    "The van is near you on Friday 27 November, Tuesday 1 December or Friday 4 December. Which day would you like?";
  expect(answer(PIZZA, line)).toMatch(/27 November/);
});

it("takes no question for an option: %s", () => {
  const said = answer(PIZZA, "What's gone wrong, a leak, a blockage or a tap?");
  expect(said).not.toMatch(/gone wrong/);
  expect(said).toMatch(/leak|blockage|tap/i);
});

describe("what a call certainly has wrong", () => {
  const user = (utterance: string) => ({ role: "USER", utterance });
  const told = (facts: Record<string, unknown>) =>
    Object.values(facts).map((value) => user(`It's ${value}.`));
  const outcome = (facts: Record<string, unknown>, parameters: Record<string, unknown>) =>
    outcomeOf(prepareCaller(caller(facts), { tools: [TOOL] }), done(parameters), {}, told(facts))?.wrong;

  it.each([
    [{ size: "large" }, { size: "medium" }],
    [{ day: "Tuesday" }, { day: "Wednesday" }],
    [{ day: "Tuesday" }, { day: "2026-05-13" }],
    [{ day: "3 June" }, { day: "4 June" }],
    [{ people: 4 }, { people: 2 }],
    [{ doctor: "Dr Patel" }, { doctor: "Dr Chen" }],
    [{ phone: "0171 555 0188" }, { phone: "0171 555 0199" }],
  ])("%j against %j", (facts, parameters) => {
    const [[label, wanted] = []] = Object.entries(facts);
    expect(outcome(facts, parameters)).toEqual([
      { label, wanted: String(wanted), said: String(Object.values(parameters)[0]) },
    ]);
  });

  it.each([
    [{ size: "large" }, { size: "Large" }],
    [{ day: "Tuesday" }, { day: "2026-05-12" }],
    [{ day: "3 June" }, { day: "2026-06-03" }],
    [{ people: 4 }, { people: "four" }],
    [{ doctor: "Dr Patel" }, { doctor: "patel" }],
    [{ phone: "0171 555 0188" }, { phone: "+441715550188" }],
    [{ pizza: "Veggie" }, {}],
    [{ insurance: true }, { insurance: false }],
  ])("nothing: %j against %j", (facts, parameters) => {
    expect(outcome(facts, parameters)).toEqual([]);
  });

  it("is not what the caller has taken instead", () => {
    const { state, played } = talk(caller({ day: "Sunday" }), [
      "We're closed on Sundays. Would Tuesday work?",
    ]);
    expect(outcomeOf(played, done({ day: "Tuesday" }), state)?.wrong).toEqual([]);
    expect(outcomeOf(played, done({ day: "Friday" }), state)?.wrong).toEqual([
      { label: "day", wanted: "Tuesday", said: "Friday" },
    ]);
  });

  it("is nothing without a call of the tool", () => {
    const played = prepareCaller(caller(PIZZA), { tools: [TOOL] });
    const nothing = { tool: "place_order", called: false, wrong: [], unsure: [] };
    expect(outcomeOf(played, [])).toEqual({ ...nothing, reported: 0 });
    expect(outcomeOf(played, [{ name: "get_menu" }])).toEqual({ ...nothing, reported: 1 });
    const instead = outcomeOf(played, [
      { name: "book_table" },
      { name: "cancel_table", output: { error: "no" } },
    ]);
    expect(instead).toEqual({ ...nothing, reported: 2, instead: ["book_table"] });
  });

  it("is at fault for what it says of another deed", () => {
    const played = prepareCaller(caller(PIZZA), { tools: [TOOL] });
    const table = { name: "book_table", output: { reference: "TB-4417" }, arrival: 0.5 };
    const heard = (utterance: string) =>
      outcomeOf(played, [table], {}, [
        { role: "USER", utterance: "A table, please." },
        { role: "AGENT", utterance },
      ])?.fault;
    expect(heard("It's entered as TB-4471.")).toContain('book_table had returned "TB-4417"');
    expect(heard("It's entered as TB-4417.")).toBeUndefined();
  });

  describe("is a claim that nothing stands behind", () => {
    const lines = [
      "Which pizza, which size, and your name and number?",
      "A large Veggie. Shall I place the order?",
    ];
    const claimed = (...more: readonly string[]) => {
      const { state, played, transcript } = talk(caller({ pizza: "Veggie", size: "large" }), [
        ...lines,
        ...more,
      ]);
      return (calls: readonly MadeCall[]) => outcomeOf(played, calls, state, transcript)?.claimed;
    };

    it("after the caller has agreed", () => {
      const line = "Your order is placed. Anything else?";
      expect(claimed(line)([])).toBe(line);
      const limited = "It's ordered, you can change it until noon. Anything else?";
      expect(claimed(limited)([])).toBe(limited);
      const numbered = "You're in! Your confirmation number is C6935. Anything else?";
      expect(claimed(numbered)([])).toBe(numbered);
      expect(claimed(numbered)([{ name: "get_menu", output: { last: "C6935" } }])).toBeUndefined();
      expect(claimed("Our phone number is 0800 555 010. Anything else?")([])).toBeUndefined();
      expect(claimed("It's ordered, once you have paid.")([])).toBeUndefined();
      expect(claimed(line)([{ name: "get_menu" }])).toBe(line);
      const short = "Ordered: a large Veggie. Anything else?";
      expect(claimed(short)([{ name: "get_menu" }])).toBe(short);
    });

    it("unless the caller has agreed to something else", () => {
      const agreed = [lines[0] ?? "", "Sorry, I'm lost. Shall I start again, and is that okay?"];
      const { state, played, transcript } = talk(caller({ pizza: "Veggie", size: "large" }), [
        ...agreed,
        "Your order is placed. Anything else?",
      ]);
      expect(outcomeOf(played, [{ name: "get_menu" }], state, transcript)?.claimed).toBeUndefined();
    });

    it("unless the agent changed something, asks on, or says nothing of the kind", () => {
      expect(claimed("Your order is placed. Anything else?")([{ name: "add_note" }])).toBeUndefined();
      expect(claimed("That's sorted. What is your address?")([])).toBeUndefined();
      expect(claimed("Thank you for calling. Goodbye!")([])).toBeUndefined();
      for (const line of [
        "Nothing has been ordered. Anything else?",
        "No pizzas were ordered. Anything else?",
        "None of it is ordered, your number is C6935. Anything else?",
      ])
        expect(claimed(line)([])).toBeUndefined();
      const free = "It's ordered, and there is nothing to pay now. Anything else?";
      expect(claimed(free)([])).toBe(free);
      expect(claimed("Thanks for getting in touch. Bye, see you at the hall!")([])).toBeUndefined();
    });
  });

  it("is not in the calls for other things: the best of several counts", () => {
    const played = prepareCaller(caller({ pizza: "Veggie" }), { tools: [TOOL] });
    const calls = ["Veggie", "Margherita"].map((pizza) => ({ name: TOOL.name, parameters: { pizza } }));
    expect(outcomeOf(played, calls, {}, [user("Veggie.")])?.wrong).toEqual([]);
  });

  it("does not count if the caller said it only among other numbers, and the agent never said it back", () => {
    const played = prepareCaller(caller({ people: 4 }), { tools: [TOOL] });
    const numbers = [user("4, 1, 3.")];
    expect(outcomeOf(played, done({ people: 2 }), {}, numbers)?.unsure).toMatchObject([{ why: "unclear" }]);
    const back = [...numbers, { role: "AGENT", utterance: "So 4 people." }];
    expect(outcomeOf(played, done({ people: 2 }), {}, back)?.wrong).toHaveLength(1);
  });

  it("does not count if two facts have the value that the caller said", () => {
    const tool = {
      name: "reserve",
      parameters: {
        type: "object",
        properties: { adults: { type: "integer" }, children: { type: "integer" } },
      },
    };
    const played = prepareCaller(
      {
        intent: "I'd like to reserve a room.",
        traits: Object.entries({ goal_tool: "reserve", adults: 4, children: 4 }).map(
          ([trait_name, value]) => ({
            ...{ trait_name, value },
          }),
        ),
      },
      { tools: [tool] },
    );
    const calls = [{ name: "reserve", parameters: { adults: 4, children: 0 } }];
    const found = outcomeOf(played, calls, {}, [user("4.")]);
    expect(found).toMatchObject({ wrong: [], unsure: [{ label: "children", why: "unclear" }] });
  });

  it("does not count if the caller said both", () => {
    const played = prepareCaller(caller({ size: "large" }), { tools: [TOOL] });
    const transcript = [user("It's large."), user("Small is fine.")];
    const unsure = outcomeOf(played, done({ size: "small" }), {}, transcript)?.unsure;
    expect(unsure).toEqual([{ label: "size", wanted: "large", said: "small", why: "said_both" }]);
  });

  describe("somebody else's name", () => {
    const properties = { owner_name: { type: "string" }, phone: { type: "string" } };
    const tool = { name: "book_visit", parameters: { type: "object", properties, required: ["owner_name"] } };
    const traits = [
      { trait_name: "goal_tool", value: "book_visit" },
      { trait_name: "owner_name", value: "Nadia Novak" },
    ];
    const played = prepareCaller({ intent: "I'd like to book a visit.", traits }, { tools: [tool] });
    const wish = user("I'd like to book a visit.");
    const calls = (owner_name: string) => [{ name: "book_visit", parameters: { owner_name } }];
    const found = (transcript: { role: string; utterance: string }[], owner_name: string) =>
      outcomeOf(played, calls(owner_name), {}, transcript);

    it("counts if the caller was asked for its own", () => {
      const told = [wish, { role: "AGENT", utterance: "What is your name?" }, user("It's Nadia Novak.")];
      expect(found(told, "I'D")?.wrong).toMatchObject([{ label: "owner_name", said: "I'D" }]);
    });

    it("is left open if the caller let it pass", () => {
      const read = [
        ...[wish, { role: "AGENT", utterance: "What is your name?" }, user("It's Nadia Novak.")],
        ...[{ role: "AGENT", utterance: "A visit under the name I'D. Is that right?" }, user("Yes.")],
      ];
      expect(found(read, "I'D")).toMatchObject({ wrong: [], unsure: [{ why: "other_name" }] });
    });

    it("may be that of the person in the agent's records", () => {
      const told = [wish, { role: "AGENT", utterance: "What is your name?" }, user("It's Nadia Novak.")];
      const looked_up = { name: "find_owner", output: { owner: "Peter Dunmore" } };
      const outcome = outcomeOf(played, [looked_up, ...calls("Peter Dunmore")], {}, told);
      expect(outcome).toMatchObject({ wrong: [], unsure: [{ why: "unclear" }] });
    });
  });

  it("does not count if the agent looked something up before the caller said it", () => {
    const properties = { size: { type: "string", enum: ["M", "XL"] } };
    const tool = { name: "find_unit", parameters: { type: "object", properties, required: ["size"] } };
    const traits = [
      { trait_name: "goal_tool", value: "find_unit" },
      { trait_name: "size", value: "M" },
    ];
    const played = prepareCaller({ intent: "Find an extra large unit", traits }, { tools: [tool] });
    const transcript = [
      user("An extra large unit."),
      { role: "AGENT", utterance: "None." },
      user("The size is M."),
    ];
    const made = (arrival: number) => [{ name: "find_unit", parameters: { size: "XL" }, arrival }];
    const later = { wrong: [], unsure: [{ label: "size", wanted: "M", said: "XL", why: "said_later" }] };
    expect(outcomeOf(played, made(0.5), {}, transcript)).toMatchObject(later);
    expect(outcomeOf(played, made(2.5), {}, transcript)?.wrong).toHaveLength(1);
  });

  it("does not count if the agent announced it and the caller let it pass", () => {
    const played = prepareCaller(caller({ size: "large" }), { tools: [TOOL] });
    const transcript = [
      user("It's large."),
      { role: "AGENT", utterance: "A small one is what I can do." },
      user("Okay."),
      { role: "AGENT", utterance: "Done." },
    ];
    const made = (arrival: number) => done({ size: "small" }).map((call) => ({ ...call, arrival }));
    expect(outcomeOf(played, made(2.5), {}, transcript)?.wrong).toEqual([]);
    expect(outcomeOf(played, made(0.5), {}, transcript)?.wrong).toHaveLength(1);
  });

  it.each([
    [{ size: "large" }, { size: "medium" }, "A pizza, please."],
    // "4" is not said by a telephone number.
    [{ people: 4 }, { people: 1 }, "My number is 0444 444."],
  ])("does not count if the caller never said it: %j against %j", (facts, parameters, said) => {
    const played = prepareCaller(caller(facts), { tools: [TOOL] });
    const { wrong, unsure } = outcomeOf(played, done(parameters), {}, [user(said)]) ?? {};
    const unsaid = expect.objectContaining({ label: Object.keys(facts)[0], why: "not_said" });
    expect([wrong, unsure]).toEqual([[], [unsaid]]);
  });

  it("is nothing to hold against the agent if the caller said that value, and never its own", () => {
    const played = prepareCaller(caller({ size: "large" }), { tools: [TOOL] });
    const { wrong, unsure } = outcomeOf(played, done({ size: "small" }), {}, [user("A small one.")]) ?? {};
    expect([wrong, unsure]).toEqual([[], []]);
  });

  it("does not count if the caller said yes to it in the end", () => {
    const played = prepareCaller(caller({ size: "large" }), { tools: [TOOL] });
    const { wrong, unsure } =
      outcomeOf(played, done({ size: "small" }), {}, [
        user("It's large."),
        { role: "AGENT", utterance: "We only have small today, so a small one. Is that right?" },
        user("Um… That's right."),
      ]) ?? {};
    expect([wrong, unsure]).toEqual([[], [{ label: "size", wanted: "large", said: "small", why: "agreed" }]]);
  });
});

describe("hours beside the question when", () => {
  const facts = { pizza: "Veggie", day: "2027-01-06", time: "13:30" };
  const line = "What time on Wednesday 6 January? I have 9:30 am and 3:30 pm, for instance.";

  it("are refused once, and then one of them is taken", () => {
    const { said } = talk(caller(facts), [line, `We are at lunch then. ${line}`]);
    expect(said[1]).toMatch(/1:30/);
    expect(said[2]).toMatch(/9:30/);
  });

  it("are not taken for an offer if they say when the agent is open", () => {
    expect(answer(facts, "What time would you like? We are open from 9:00 to 17:00.")).toMatch(/1:30/);
  });
});

describe("what plain agents read", () => {
  it("chooses its own value from a list whose last part is a question of its own", () => {
    const line = "Is it small, medium, or is it large?";
    expect(answer({ size: "medium" }, line)).toBe("Medium, please.");
    expect(answer({ size: "large" }, line)).toBe("Large, please.");
  });

  it("says a name and a telephone number so that each can be told", () => {
    const facts = { customer_name: "Ana Diaz", phone: "+1 415 555 0101" };
    expect(answer(facts, "What name is it for, and what's your phone number?")).toBe(
      "My name is Ana Diaz. +1 415 555 0101.",
    );
  });

  it("knows who it is to be put down for", () => {
    expect(answer({ customer_name: "Ana Diaz" }, "Great, and who should I put it down for?")).toBe(
      "My name is Ana Diaz.",
    );
  });

  it("still says yes to an agent that has called the tool, and asks whether to", () => {
    const facts = { size: "large", phone: "+1 415 555 0101" };
    const calls = [{ name: "place_order", parameters: { size: "large" } }];
    const { last } = talk(caller(facts), [{ say: "So that's a large one. Shall I place the order?", calls }]);
    expect(last).toBe("Yes, please.");
  });
});

describe("a caller that changes its mind", () => {
  const facts = { pizza: "Veggie", size: "large", phone: "0171 555 0188", changes_mind_size: "small" };
  const asked = [
    "Which pizza, which size, and your number?",
    "A large Veggie, 0171 555 0188. Shall I place the order?",
  ];
  const placed = (size: string, lines: readonly string[]) => {
    const { played, state, transcript } = talk(caller(facts), lines);
    const call = {
      ...done({ pizza: "Veggie", size })[0],
      name: "place_order",
      arrival: lines.length * 2 - 0.5,
    };
    return outcomeOf(played, [call], state, transcript);
  };

  it("does it when its fact is read back, once, and holds on to the new one", () => {
    expect(answer(facts, "Which pizza, which size, and your number?")).toMatch(/[Ll]arge/);
    const changed = talk(caller(facts), asked);
    expect(changed.last).toBe("No, make that small, please.");
    const again = "A small Veggie, 0171 555 0188. Shall I place the order?";
    expect(talk(caller(facts), [...asked, again]).last).toMatch(/^Yes/);
    expect(talk(caller(facts), [...asked, asked[1] ?? ""]).last).toMatch(/^No.*small/);
    expect(fidelity(caller(facts), changed.played, changed.transcript, changed.state).verdict).toBe("valid");
  });

  it("says what it has changed when it is asked, and insists on it in other words", () => {
    const what = "I see. What would you like to be different?";
    const told = talk(caller(facts), [...asked, what]);
    expect(told.last).toContain("size is small");
    const again = "Let me say it again: a large Veggie. Do you agree with that?";
    const said = talk(caller(facts), [...asked, what, again, again, again]).said;
    expect(said.slice(-3)).toEqual([
      expect.stringMatching(/^No.*small/),
      expect.stringMatching(/small/),
      expect.stringMatching(/small/),
    ]);
    expect(new Set(said.slice(-2)).size).toBe(2);
  });

  it("changes what its wish says of a number as well", () => {
    const record = caller(
      { pizza: "Veggie", people: 2, changes_mind_people: 3 },
      { intent: "I'd like to book a table for two guests." },
    );
    const lines = ["For how many people?", "A table for 2 people. Shall I book it?"];
    expect(talk(record, lines).last).toMatch(/^No, make that 3 \w+, please\.$/);
    expect(talk(record, [...lines, "A table for 3 people. Shall I book it?"]).last).toMatch(/^Yes/);
  });

  it("fails an agent that says that it has changed it, and places the old one", () => {
    const lines = [...asked, "Of course, changed! It's placed. Anything else?"];
    expect(placed("large", lines)?.wrong).toEqual([{ label: "size", wanted: "small", said: "large" }]);
    expect(placed("small", lines)).toMatchObject({ called: true, wrong: [], unsure: [] });
  });

  it("knows an amount that is read back with its currency", () => {
    const record = caller({ pizza: "Veggie", limit: 900, changes_mind_limit: 800 });
    const back = "So that is a Veggie, and from 1,200 euros to 900 euros a day. Is that right?";
    expect(talk(record, ["What limit?", back]).last).toBe("No, make that 800, please.");
  });

  it("has not been tested if the agent never reads anything back", () => {
    expect(placed("large", ["Which pizza, which size, and your number?"])?.unchanged).toEqual(["size"]);
  });

  it("has got what it wanted if the tool was called before", () => {
    const lines = [
      asked[0] ?? "",
      "A large Veggie, placed. Is that right?",
      "Sorry, too late. Anything else?",
    ];
    const { played, state, transcript } = talk(caller(facts), lines);
    const call = { name: "place_order", parameters: { pizza: "Veggie", size: "large" }, arrival: 1.5 };
    expect(outcomeOf(played, [call], state, transcript)).toMatchObject({ wrong: [], unsure: [] });
  });
});
