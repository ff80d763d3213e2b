import { describe, expect, test } from "vitest";
import type { ConversationInput, ToolCall } from "../../engine/metrics/conversation.ts";
import { evaluateBuiltins } from "../../engine/metrics/evaluate-builtins.ts";
import { goalVerdict, successCriteria, toolCallsVerdict } from "./digital-human-verdicts.ts";

describe("success criteria", () => {
  test("are rules where they are written as rules", () => {
    const rules = '@rules\npass when agent says "refund"';
    expect(successCriteria(rules)).toMatchObject({ response_type: "pass_fail", scoring_guidance: rules });
  });

  test("are for a judge otherwise", () => {
    const criteria = successCriteria(" The agent opens a case ");
    expect(criteria).toMatchObject({ description: "The agent opens a case" });
    expect(criteria).not.toHaveProperty("scoring_guidance");
  });

  test("may be none", () => {
    for (const none of [null, undefined, "", "  "]) expect(successCriteria(none)).toBeUndefined();
  });
});

describe("the goal", () => {
  test.each([
    [true, "goal_reached", { status: "EVALUATED", value: true }],
    [false, "silence_timeout", { status: "EVALUATED", value: false }],
    // None of these proves anything against the agent: the caller may have misunderstood it, or been misunderstood.
    [false, "max_turns", { status: "NOT_EVALUATED", value: null }],
    [false, "going_in_circles", { status: "NOT_EVALUATED", value: null }],
    [false, "refused", { status: "NOT_EVALUATED", value: null }],
    [false, "out_of_script", { status: "NOT_EVALUATED", value: null }],
    [
      false,
      "agent_ended",
      {
        status: "NOT_EVALUATED",
        reason: "agent_ended",
        value: null,
        message: expect.stringMatching(/before the digital human could tell .* success_criteria/),
      },
    ],
  ])("reached: %s, at the end %s", (completed, end_reason, expected) => {
    expect(goalVerdict(completed, end_reason)).toMatchObject([{ name: "Goal", ...expected }]);
  });

  const deed = { tool: "place_order", called: true, reported: 1, wrong: [], unsure: [] };
  const other = { label: "size", wanted: "large", said: "small" };
  test.each([
    ["done", deed, true, { status: "EVALUATED", value: true, message: /place_order was called$/ }],
    [
      "done with another value than the caller's",
      { ...deed, wrong: [other] },
      true,
      { status: "EVALUATED", value: false, message: /size "small", but the digital human wants "large"$/ },
    ],
    [
      "done with a value that the caller never came to say",
      { ...deed, unsure: [{ ...other, why: "not_said" as const }] },
      true,
      {
        status: "NOT_EVALUATED",
        value: null,
        reason: "not_said",
        message: /wants "large"; it never came to say so$/,
      },
    ],
    [
      "done with a value that the caller agreed to",
      { ...deed, unsure: [{ ...other, why: "agreed" as const }] },
      true,
      {
        status: "NOT_EVALUATED",
        value: null,
        reason: "agreed",
        message: /wants "large"; it agreed to that, or let it pass$/,
      },
    ],
    [
      "done with a certain mistake besides an unsure one",
      { ...deed, wrong: [other], unsure: [{ ...other, label: "crust", why: "agreed" as const }] },
      true,
      { status: "EVALUATED", value: false, message: /size "small"/ },
    ],
    [
      "claimed, after the caller had agreed, and not done",
      { ...deed, called: false, claimed: "Your pizza is ordered." },
      true,
      {
        status: "EVALUATED",
        value: false,
        message: /^the agent said "Your pizza is ordered.", but place_order was not called$/,
      },
    ],
    [
      "not done, as far as the digital human has understood the agent",
      { ...deed, called: false },
      true,
      { status: "NOT_EVALUATED", reason: "not_called", message: /seems to say that it is done/ },
    ],
    [
      "said by an agent that reports no calls",
      { ...deed, called: false, reported: 0 },
      true,
      { status: "EVALUATED", value: true, message: /got what it wanted$/ },
    ],
    [
      "done with another tool than the digital human's",
      { ...deed, called: false, instead: ["place_table_order"] },
      true,
      {
        status: "NOT_EVALUATED",
        reason: "other_tool",
        message: /^place_table_order was called, and not place_order; .* `tool` of its `goal`$/,
      },
    ],
    [
      "done with a value that the caller has named besides its own",
      { ...deed, unsure: [{ ...other, why: "said_both" as const }] },
      true,
      { status: "NOT_EVALUATED", reason: "said_both", message: /it has said both$/ },
    ],
    [
      "done before the digital human came to change its mind",
      { ...deed, unchanged: ["size"] },
      true,
      {
        status: "NOT_EVALUATED",
        reason: "mind_not_changed",
        message: /never came to change its mind about the size/,
      },
    ],
    [
      "done for somebody else",
      { ...deed, unsure: [{ ...other, why: "other_name" as const }] },
      true,
      {
        status: "NOT_EVALUATED",
        reason: "other_name",
        message: /may have misheard the name, and nobody noticed$/,
      },
    ],
    [
      "neither said nor done",
      { ...deed, called: false },
      false,
      { status: "NOT_EVALUATED", value: null, message: /before the digital human could tell/ },
    ],
  ])("by deed: %s", (_, errand, completed, { message, ...expected }) => {
    const end = completed ? "goal_reached" : "out_of_script";
    const [verdict] = goalVerdict(completed, end, undefined, errand);
    expect(verdict).toMatchObject({ name: "Goal", ...expected });
    expect(verdict?.message).toMatch(message);
  });

  test("missed because the agent repeated itself says what it repeated", () => {
    const asked = { question: "What is your email?", slot: "email", times: 5 } as const;
    const [missed] = goalVerdict(false, "out_of_script", asked);
    expect(missed?.message).toContain('the agent asked for the email 5 times ("What is your email?")');
    const [reached] = goalVerdict(true, "going_in_circles", { ...asked, slot: null });
    expect(reached).toMatchObject({ value: true });
    expect(reached?.message).toContain('the agent said "What is your email?" 5 times');
    expect(goalVerdict(true, "goal_reached", asked)[0]?.message).toBe("the digital human got what it wanted");
  });

  test("has no verdict if the digital human has no goal", () => {
    expect(goalVerdict(null, "agent_ended")).toEqual([]);
  });
});

describe("expected tool calls", () => {
  const expected_tool_calls = [{ name: "open_case", parameters: { order: "1182" } }];
  const verdictOn = (
    tool_calls: ToolCall[] | null,
    input: Omit<ConversationInput, "tool_calls"> = { expected_tool_calls },
  ) => {
    const { metrics } = evaluateBuiltins({ tool_calls, ...input });
    return toolCallsVerdict(
      metrics.map((metric) => ({ ...metric, evidence: [] })),
      tool_calls ?? [],
    );
  };
  const open = { name: "open_case", parameters: { order: "1182" } };

  test.each([
    ["made as expected", [open], true],
    ["made beside one that changes nothing", [{ name: "get_order" }, open], true],
    ["made with other parameters", [{ name: "open_case", parameters: { order: "1183" } }], false],
    ["not made", [], false],
    ["made beside one that changes something", [open, { name: "cancel_order" }], false],
    ["made and failed", [{ ...open, output: "Error: no such order" }], false],
    [
      "made after a wrong try that was refused",
      [{ name: "open_case", parameters: { order: "1" }, output: { error: "unknown" } }, open],
      true,
    ],
    ["made beside a change that failed", [open, { name: "cancel_order", output: { ok: false } }], true],
    ["made with a parameter too many", [{ ...open, parameters: { order: "1182", force: true } }], false],
    ["made beside a transfer to a person", [open, { name: "transfer_to_human_agents" }], true],
    ["made beside a disk that was wiped", [open, { name: "wipe_disk" }], false],
  ])("%s", (_, tool_calls, value) => {
    expect(verdictOn(tool_calls)).toMatchObject({ status: "EVALUATED", value });
  });

  test("a call that reads has to be made, and without an error", () => {
    const reading = { expected_tool_calls: [{ name: "get_order", parameters: { id: 1 } }] };
    const call = { name: "get_order", parameters: { id: 1, verbose: true } };
    expect(verdictOn([call], reading)).toMatchObject({ value: true });
    expect(verdictOn([{ ...call, output: "Error: timeout" }], reading)).toMatchObject({ value: false });
    expect(verdictOn([], reading)).toMatchObject({ value: false });
  });

  test("an error that is expected has to come", () => {
    const refused = { name: "open_case", parameters: { order: "9" }, output: { error: { $any: true } } };
    const call = { name: "open_case", parameters: { order: "9" }, output: { error: "unknown order" } };
    expect(verdictOn([call], { expected_tool_calls: [refused] })).toMatchObject({ value: true });
    expect(verdictOn([{ ...call, output: { id: 4 } }], { expected_tool_calls: [refused] })).toMatchObject({
      value: false,
    });
  });

  test("an empty list expects that nothing is changed", () => {
    const nothing = { expected_tool_calls: [] };
    expect(verdictOn([], nothing)).toMatchObject({ status: "EVALUATED", value: true });
    expect(verdictOn([{ name: "get_order" }], nothing)).toMatchObject({ status: "EVALUATED", value: true });
    expect(verdictOn([{ name: "delete_account" }], nothing)).toMatchObject({
      value: false,
      message: "delete_account was called and not expected; taken for effectful: delete_account",
    });
  });

  test("shows guesses, and does not guess what is stated", () => {
    const guessed = verdictOn([open, { name: "open_hours_lookup" }]);
    expect(guessed.message).toBe("taken for read-only: open_hours_lookup");
    const stated = { expected_tool_calls, effectful_tools: ["open_case"], read_only_tools: ["wipe_disk"] };
    expect(verdictOn([open, { name: "wipe_disk" }], stated)).toMatchObject({ value: true });
    expect(verdictOn([open, { name: "wipe_disk" }], stated)).not.toHaveProperty("message");
  });

  test("what differs is said in words", () => {
    const wrong = verdictOn([{ name: "open_case", parameters: { order: "1183" } }, { name: "cancel_order" }]);
    expect(wrong.message).toBe(
      'open_case: order is "1183" (expected "1182"); cancel_order was called and not expected; ' +
        "taken for effectful: cancel_order",
    );
  });

  test("are not evaluated where the calls are not known", () => {
    expect(verdictOn(null)).toMatchObject({ status: "NOT_EVALUATED", reason: "missing_tool_calls" });
  });
});
