import { describe, expect, test } from "vitest";
import type { Output } from "../../contract/types.ts";
import { play } from "../../engine/caller/testing/play.ts";
import { GOAL } from "./result-outcome.ts";
import { hindranceOf, withoutUnanswered } from "./unanswered-question.ts";

const TOOL = {
  name: "place_order",
  parameters: {
    type: "object",
    required: ["size", "phone"],
    properties: { size: { type: "string", enum: ["small", "large"] }, phone: { type: "string" } },
  },
};
const record = {
  intent: "I'd like to order a pizza.",
  creativity: 0,
  traits: [
    { trait_name: "goal_tool", value: "place_order" },
    { trait_name: "size", value: "large" },
    { trait_name: "phone", value: "0171 555 0188" },
  ],
};

/** Why the caller could not do its part after the agent said these lines. */
function hindrance(lines: readonly string[]): string | undefined {
  const { caller, transcript, state } = play(record, lines, { tools: [TOOL] });
  return hindranceOf(caller, transcript, state);
}

const UNPROVEN = "the conversation ended without place_order, which proves nothing against the agent";

test("even a caller that could do its part proves nothing: the agent may have been right not to do it", () => {
  expect(hindrance(["What size would you like?", "And your phone number?"])).toBe(
    `${UNPROVEN}; the agent's last words: "And your phone number?". Name another tool under \`goal:\`, ` +
      "add what the caller should say under `answers:`, or make a policy of the rule",
  );
});

test("a caller that never came to say a fact could not do its part", () => {
  expect(hindrance(["What size would you like?", "Thank you. Goodbye!"])).toBe(
    'the conversation ended before the caller came to say its phone; the agent\'s last words: "Thank you. Goodbye!". ' +
      "If the agent need not ask for it, remove `phone` from `facts:`",
  );
});

test("a caller that has no answer could not do its part, and the reason names the question and the line to add", () => {
  const asked = "Fine. What is your loyalty card number?";
  expect(hindrance([asked, "What size?", "Your phone number?"])).toBe(
    'the caller was asked for its card number ("What is your loyalty card number?") and does not know it; ' +
      'add `card_number: …` under `facts:` (in the API, a trait named "card_number")',
  );
  const unclear = "¿En qué le puedo ayudar con su pedido?";
  expect(hindrance(["What size?", unclear, "Your phone number?"])).toBe(
    `the caller did not understand the agent: "${unclear}"; add a line under \`answers:\`, ` +
      `\`- { asked_about: "${unclear}", say: … }\``,
  );
});

test("a caller whose question stayed open could, if it agreed later to what the agent was about to do", () => {
  const [question, ask] = ["What is your loyalty card number?", "What size, and what is your phone number?"];
  expect(hindrance([question, ask, "A large pizza. Shall I place the order?"])).toContain(UNPROVEN);
  expect(hindrance([ask, "A large pizza. Shall I place the order?", question])).toContain(question);
});

test("a caller that was told goodbye could do its part, whatever it still said", () => {
  const told = "What size, and what is your phone number?";
  const end = [
    "Your order is placed. Anything else?",
    "My pleasure. Have a lovely day, goodbye!",
    "Goodbye!",
  ];
  expect(hindrance([told, ...end])).toContain(UNPROVEN);
});

test("a caller that took a sentence for a refusal could not do its part", () => {
  const no = "I'm sorry, we can't do that.";
  expect(hindrance(["What size, and what is your phone number?", no, no])).toBe(
    `the caller took this for a refusal: ${JSON.stringify(no)}`,
  );
});

describe("a missed errand", () => {
  const goal: Output<"Verdict"> = {
    metric_id: null,
    name: GOAL,
    response_type: "pass_fail",
    requested_by: ["digital_human"],
    method: "builtin",
    status: "EVALUATED",
    value: false,
    message: "the digital human did not get what it wanted (refused)",
  };
  const clause = (text: string, outcome: boolean) => ({
    line: 1,
    text,
    decided: true,
    outcome,
    evidence: [],
  });
  const criteria = (...clauses: ReturnType<typeof clause>[]) => ({
    ...goal,
    name: "Success criteria",
    method: "rule" as const,
    clauses,
  });
  const hindered = { hindrance: "the conversation ended before the caller came to say its phone" };

  test("says nothing about the agent if the caller could not do its part", () => {
    const missed = criteria(
      clause("pass when tool place_order called", false),
      clause("fail when agent_repetition.exact >= 3", true),
    );
    const { verdicts, reason } = withoutUnanswered([goal, missed], hindered);
    expect(verdicts.map(({ status, value }) => [status, value])).toEqual([
      ["NOT_EVALUATED", null],
      ["NOT_EVALUATED", null],
    ]);
    expect(reason).toBe(hindered.hindrance);
  });

  const errand = { tool: "place_order", called: true, reported: 1, wrong: [], unsure: [] };
  const unanswered = { question: "Your card?", slot: null, turn: 3, understood: false as const };

  test("stays a failure if the agent did something against the caller's facts, or claimed to have done it", () => {
    const wrong = { ...errand, wrong: [{ label: "size", wanted: "large", said: "small" }] };
    expect(withoutUnanswered([goal], { unanswered, errand: wrong }).verdicts).toEqual([goal]);
    const claimed = { ...errand, called: false, claimed: "Your pizza is ordered." };
    expect(withoutUnanswered([goal], { ...hindered, errand: claimed }).verdicts).toEqual([goal]);
  });

  test("does not count repeated words against an agent that did it", () => {
    const repeats = criteria(clause("fail when agent_repetition.exact >= 3", true));
    const { verdicts, reason } = withoutUnanswered([repeats], { errand });
    expect(verdicts.map(({ status }) => status)).toEqual(["NOT_APPLICABLE"]);
    expect(reason).toBeUndefined();
    expect(withoutUnanswered([repeats], {}).verdicts).toEqual([repeats]);
    // Without an errand, only a caller that gave up may have caused it.
    for (const end_reason of ["out_of_script", "going_in_circles"])
      expect(withoutUnanswered([repeats], { end_reason })).toMatchObject({
        verdicts: [{ status: "NOT_EVALUATED" }],
        reason: expect.stringContaining("may not have understood"),
      });
    expect(withoutUnanswered([repeats], { end_reason: "goal_reached" }).verdicts).toEqual([repeats]);
  });

  test("stays a failure if the caller could, if the tool was called, or if something else failed", () => {
    const other = criteria(clause('fail when agent says "sure thing"', true));
    expect(withoutUnanswered([goal], {}).verdicts).toEqual([goal]);
    expect(withoutUnanswered([goal], { ...hindered, errand }).verdicts).toEqual([goal]);
    expect(withoutUnanswered([goal, other], hindered).verdicts).toEqual([goal, other]);
  });
});
