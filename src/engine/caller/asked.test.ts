/** What callers with an errand say to menus, to questions for values, and to limits. */
import { describe, expect, it } from "vitest";
import { play } from "./testing/play.ts";

const TOOLS = [
  {
    name: "track_parcel",
    description: "Status of a parcel.",
    parameters: { type: "object", properties: { tracking_number: { type: "string" } } },
  },
  {
    name: "redirect_parcel",
    description: "Sends a parcel elsewhere.",
    parameters: {
      type: "object",
      properties: {
        tracking_number: { type: "string" },
        to: { enum: ["pickup_point", "neighbour", "new_day"] },
        detail: { type: "string", description: "for a neighbour: name and house number" },
        email: { type: "string" },
      },
    },
  },
  {
    name: "set_instalment",
    parameters: {
      type: "object",
      properties: { amount: { type: "number" }, customer_number: { type: "string" } },
    },
  },
  {
    name: "create_booking",
    parameters: {
      type: "object",
      properties: {
        room_type: { enum: ["single", "double", "family"] },
        guests: { type: "integer" },
        service: { enum: ["breakfast", "parking"] },
        email: { type: "string" },
      },
    },
  },
  {
    name: "enrol_student",
    description: "Enrols a new student",
    parameters: {
      type: "object",
      properties: { full_name: { type: "string" }, course: { enum: ["evening", "weekend"] } },
    },
  },
];

function talk(tool: string, intent: string, facts: Record<string, unknown>, lines: readonly string[]) {
  const traits = Object.entries(facts).map(([trait_name, value]) => ({ trait_name, value }));
  const record = { intent, creativity: 0, traits: [{ trait_name: "goal_tool", value: tool }, ...traits] };
  const { said, state } = play(record, lines, { tools: TOOLS });
  return { said: said.map((say) => say ?? ""), last: said.at(-1) ?? "", state };
}

const PARCEL = { tracking_number: "KP30495510" };
const REDIRECTED = { ...PARCEL, to: "neighbour", detail: "2026-03-07", email: "ann@fox.example" };
const where = (line: string) =>
  talk("track_parcel", "Know where my parcel is and when it will come.", PARCEL, [line]).last;

describe("a menu", () => {
  it.each([
    [
      "Sorry, I did not get that. Please choose: 1 tracking, 2 redirection, 3 missing parcel, 4 call back.",
      "Tracking, please.",
    ],
    ['Still not clear to me. Just say "track", "redirect", "missing" or "call back".', "track, please."],
    [
      "What do you need? 1) track a parcel 2) redirect it 3) report it missing 4) a call back",
      "track a parcel, please.",
    ],
  ])("is answered with the option that fits the errand: %s", (line, said) => {
    expect(where(line).toLowerCase()).toBe(said.toLowerCase());
  });

  it("that ends with whether that is everything is not answered with a yes", () => {
    const { last } = talk("enrol_student", "Enrol for the weekend course.", { course: "weekend" }, [
      "Got it, the weekend course. Anything else, or is that everything?",
    ]);
    expect(last).toMatch(/^(?:No, that's all, thanks|That's everything, thank you)\.$/);
  });

  it("is answered with a form of the wish's own word", () => {
    const { last } = talk("enrol_student", "Enrol for the weekend course.", { course: "weekend" }, [
      "So, what can I do: book a lesson, cancel one, or get you enrolled?",
    ]);
    expect(last).toBe("Get you enrolled, please.");
  });

  it("takes counts for no alternatives", () => {
    expect(where("I read back: 1 parcel, 2 labels. Is that right?")).not.toContain("labels");
  });

  it("is answered with another option after its own was ruled out", () => {
    const booked = { room_type: "double", guests: 3 };
    const asks =
      "A double room accommodates at most 2 guests, and you are 3. Which room may it be: a single at 89, a double at 129 or a family room at 179 euros per night?";
    const { last, state } = talk("create_booking", "Book a room.", booked, ["How many guests?", asks]);
    expect(last).toBe("Family room, please.");
    expect(state.changed).toEqual([expect.objectContaining({ value: "family room" })]);
    const fits = talk("create_booking", "Book a room.", { ...booked, guests: 2 }, [
      "A double room accommodates at most 2 guests. Which room may it be: a single, a double or a family room?",
    ]);
    expect(fits.last).toBe("Double, please.");
  });
});

it("a date of birth that was not found stays what it is", () => {
  const facts = { customer_number: "410233", date_of_birth: "1951-07-18", amount: 90 };
  const lost = "I am sorry, these details do not match our records. May I have your date of birth, please?";
  const { said } = talk("set_instalment", "Pay 90 euros a month.", facts, [
    "May I have your customer number and your date of birth?",
    lost,
    lost,
    lost,
  ]);
  const dates = said.flatMap((say) => say.match(/\d{1,2}(?:st|nd|rd|th) of \w+/g) ?? []);
  expect(dates.length).toBeGreaterThan(1);
  expect(new Set(dates)).toEqual(new Set(["18th of July"]));
});

describe("a question for a value that the caller does not have", () => {
  const asked = (line: string) =>
    talk("redirect_parcel", "Have my parcel left with the neighbour.", REDIRECTED, ["Tracking number?", line])
      .last;

  it.each([
    "Neighbour's name and house number?",
    "And the house number?",
    "Sorry, I did not get that. Which house number does the neighbour live at?",
    "Still not clear to me. Only the house number.",
    "Contents of the parcel, in a few words?",
    "Value in euros?",
    "A number in euros, please.",
  ])("is answered with that: %s", (line) => {
    expect(asked(line)).toMatch(
      /^(?:I don't know|I'm not sure about that|Sorry, I don't know|I'd rather not say)\.$/,
    );
  });

  it("is not answered for ever", () => {
    const { state, said } = talk("redirect_parcel", "Have my parcel left with the neighbour.", REDIRECTED, [
      "Tracking number?",
      ...[
        "And the house number?",
        "Only the house number.",
        "Which house number is it?",
        "Just the house number.",
      ],
      ...["The house number, please.", "Sorry, which house number?", "House number?"],
    ]);
    expect(state.ended?.end_reason).toBe("out_of_script");
    expect(said.join(" ")).not.toMatch(/The (?:to|detail) is|Neighbour\./);
    expect(said.length).toBeLessThan(9);
  });

  it("is answered with that again where the agent has not understood", () => {
    const { last } = talk("redirect_parcel", "Have my parcel left with the neighbour.", REDIRECTED, [
      "Tracking number?",
      "And the house number?",
      "Sorry, I did not get that. Which house number does the neighbour live at?",
    ]);
    expect(last).toMatch(/know|not sure/);
  });

  it("offers no alternatives by the ways of saying it", () => {
    expect(asked("Could you type or say the house number again?")).not.toContain("ype, please");
  });
});

describe("a limit", () => {
  const NOT_60 =
    "60 euros is not possible: the instalment can change by 25 percent at most, so between 90 and 150 euros. Which amount would you like?";

  it("is met by the bound that is nearest, or that the wish names", () => {
    const facts = { amount: 60, customer_number: "480377" };
    const { last, state } = talk("set_instalment", "Pay only 60 euros a month.", facts, [
      "Your customer number?",
      NOT_60,
    ]);
    expect(last).toBe("Then 90 euros, please.");
    expect(state.changed?.every(({ value }) => value === "90")).toBe(true);
    const named = talk("set_instalment", "Pay 60 euros a month, or 150 if that is not possible.", facts, [
      NOT_60,
    ]);
    expect(named.last).toBe("Then 150 euros, please.");
  });

  it("does not change the number of a contract", () => {
    const { last } = talk("set_instalment", "Pay less.", { customer_number: "480377" }, [
      "Your customer number?",
      "A search takes up to ten working days. Search for 480377. Open it?",
    ]);
    expect(last).not.toMatch(/Then/);
  });
});

it("a wish for one of two things names the one of the caller", () => {
  const { said } = talk(
    "create_booking",
    "A guest adds breakfast or parking to their booking.",
    { service: "parking" },
    [],
  );
  expect(said).toEqual(["Hello. I'd like to add parking to my booking."]);
});

it("an offer to do what the caller came for is accepted", () => {
  const { last } = talk("create_booking", "Add parking to my booking.", { service: "parking" }, [
    "Parking comes to 24 euros. May I add it?",
  ]);
  expect(last).toBe("Yes, please.");
});
