/** Callers with an errand: what they answer, choose, refuse, and when they know that it is done. */
import { describe, expect, it } from "vitest";
import { fidelity } from "./fidelity.ts";
import { answer, caller, done, PIZZA, talk } from "./testing/pizza-order.ts";
import type { Line } from "./testing/play.ts";

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

it("takes no question for an option", () => {
  const said = answer(PIZZA, "What's gone wrong, a leak, a blockage or a tap?");
  expect(said).not.toMatch(/gone wrong/);
  expect(said).toMatch(/leak|blockage|tap/i);
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
