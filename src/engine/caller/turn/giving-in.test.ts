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
