/** Callers whose agent keeps to another value than theirs. */
import { expect, test } from "vitest";
import { play } from "../testing/play.ts";

const TOOL = {
  name: "reserve_seats",
  parameters: {
    type: "object",
    required: ["seats", "travel_class"],
    properties: {
      seats: { type: "integer" },
      travel_class: { type: "string", enum: ["standard", "first"] },
    },
  },
};
const READ_BACK = "2 seats, standard class, on Friday: 6 euros. Shall I reserve?";
const AGAIN = `I need a clear yes or no. ${READ_BACK}`;
const talk = (intent: string, lines: readonly string[]) =>
  play(
    {
      intent,
      creativity: 0,
      traits: Object.entries({ goal_tool: TOOL.name, seats: 2, travel_class: "first" }).map(
        ([trait_name, value]) => ({
          trait_name,
          value,
        }),
      ),
    },
    ["How can I help?", "How many seats?", ...lines],
    { tools: [TOOL] },
  );

test("gives way in what it has not come for, after one no", () => {
  const { said, state } = talk("I'd like to reserve seats.", [READ_BACK, AGAIN]);
  expect(said.slice(3)).toEqual(["No, it's first.", "Yes, that's fine then."]);
  expect(state.instead).toMatchObject([{ label: "travel class", wanted: "first", said: "standard" }]);
});

test("stands by what it has come for, and by what it was asked for", () => {
  const NO = /^(?:No|As I said|Again)\b.*first/;
  expect(talk("I'd like to reserve seats in first class.", [READ_BACK, AGAIN]).said[4]).toMatch(NO);
  const asked = talk("I'd like to reserve seats.", ["Which travel class?", READ_BACK, AGAIN]);
  expect(asked.said[5]).toMatch(NO);
});

const VISIT = {
  name: "book_visit",
  parameters: {
    type: "object",
    required: ["date", "time"],
    properties: { date: { type: "string", format: "date" }, time: { type: "string" } },
  },
};
const visit = (intent: string, lines: readonly string[]) =>
  play(
    {
      intent,
      creativity: 0,
      traits: Object.entries({ goal_tool: VISIT.name, date: "2026-12-03", time: "11:30" }).map(
        ([trait_name, value]) => ({ trait_name, value }),
      ),
    },
    ["How can I help?", ...lines],
    { tools: [VISIT] },
  );

test("takes another hour of the part of the day that is all it came for", () => {
  const lines = ["What time would you like?", "So Thursday the 3rd of December at 11 am. Shall I book it?"];
  const { said, state } = visit("I'd like to book a visit on Thursday morning.", lines);
  expect(said.slice(2)).toEqual(["It's 11:30 am.", "Yes, that's fine then."]);
  expect(state.instead).toMatchObject([{ wanted: "11:30 am", said: "11 am" }]);
  const free = "Free hours are 10 am, 11 am and 3 pm. When would you like to come?";
  expect(visit("I'd like to book a visit on Thursday morning.", [free]).said[2]).toMatch(/\b10 am\b/);
});

test.each([
  ["I'd like to book a visit on Thursday.", "11 am"],
  ["I'd like to book a visit on Thursday morning at 11:30.", "11 am"],
  ["I'd like to book a visit on Thursday morning.", "3 pm"],
  ["I'd like to book a visit on Thursday morning or on Friday afternoon.", "11 am"],
])("keeps to its hour: %s, and not %s", (intent, hour) => {
  const lines = ["What time would you like?", `So Thursday the 3rd of December at ${hour}. Shall I book it?`];
  expect(visit(intent, lines).said[3]).toMatch(/^No\b.*11:30/);
});

test("takes the other day that its wish names", () => {
  const intent = "I'd like a visit on a Sunday, and take a Monday if that isn't possible.";
  const closed = "The nearest days are Saturday 5 December or Monday 7 December. Would either of those do?";
  const days = ["What time would you like?", `We're closed on Sundays. ${closed}`];
  const traits = Object.entries({ goal_tool: VISIT.name, date: "2026-12-06", time: "11:30" }).map(
    ([trait_name, value]) => ({ trait_name, value }),
  );
  const { said } = play({ intent, creativity: 0, traits }, ["How can I help?", ...days], { tools: [VISIT] });
  expect(said.at(-1)).toMatch(/\bMonday 7 December\b/);
});

test("chooses one of two ways where it has answered the same question in vain", () => {
  const tool = {
    name: "reserve_seats",
    parameters: { type: "object", required: ["email"], properties: { email: { type: "string" } } },
  };
  const traits = Object.entries({ goal_tool: tool.name, email: "ann@example.com" }).map(
    ([trait_name, value]) => ({ trait_name, value }),
  );
  const asks = "E-tickets by e-mail, or collect at the desk?";
  const { said } = play(
    { intent: "I'd like to reserve seats.", creativity: 0, traits },
    ["How can I help?", "What's your e-mail address?", asks],
    { tools: [tool] },
  );
  expect(said[2]).toContain("ann@example.com");
  expect(said[3]).toBe("E-mail, please.");
});
