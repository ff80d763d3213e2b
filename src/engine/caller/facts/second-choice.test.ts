import { expect, test } from "vitest";
import type { DigitalHuman } from "../digital-human.ts";
import { play } from "../testing/play.ts";

const CALLER: DigitalHuman = {
  language: "en",
  intent: "Book an appointment.",
  role_description:
    "Your name is Dana Brook. You would like Tuesday. The time that suits you is 10:00. If that isn't possible, you would take Thursday at 15:00.",
  generation: { generated_by: "rules", kind: "goal_adherence", seed: "1", source: "Book an appointment" },
};
const said = (agent: string[]) => play(CALLER, agent, { seed: "1" }).actions.map(({ say }) => say ?? "");

test("a caller takes its second choice when the first isn't available, and not before", () => {
  const lines = said([
    "Hello, how can I help?",
    "Which day would you like?",
    "Tuesday is full, I'm afraid. Which other day suits you?",
    "And at what time?",
    "10:00 is not available. What time else?",
  ]);
  expect(lines.slice(0, 3).join(" ")).not.toMatch(/Thursday|15:00/);
  expect(lines.find((line) => line.includes("Thursday"))).toBeDefined();
  expect(lines.at(-1)).toContain("15:00");
  expect(lines.findIndex((line) => line.includes("Tuesday"))).toBeLessThan(
    lines.findIndex((line) => line.includes("Thursday")),
  );
});

test("a caller that has no answer gives up after three times in a row", () => {
  const { state } = play(
    CALLER,
    ["Hello!", ...Array.from({ length: 12 }, () => "What does the meter say?")],
    {
      seed: "1",
    },
  );
  expect(state.ended?.end_reason).toBe("out_of_script");
  expect(state.history.length).toBeLessThanOrEqual(6);
});

test("a caller says a fact, repeats it three times at most, then gives up", () => {
  const { state, actions } = play(
    CALLER,
    ["Hello!", ...Array.from({ length: 12 }, () => "That doesn't work. What time would you like?")],
    { seed: "1" },
  );
  expect(state.ended?.end_reason).toBe("out_of_script");
  expect(actions.filter(({ say }) => say?.includes("10:00")).length).toBe(4);
});
