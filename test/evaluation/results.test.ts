import { describe, expect, test } from "vitest";
import { expectAnswer } from "../support/expect.ts";
import { runOf } from "../support/make.ts";
import { type Message, playedBy } from "../support/played.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();
const played = playedBy(acme);

const hello: Message = { message: "Hello, clinic speaking.", end_turn: false };
const opened: Message = {
  type: "tool_call",
  name: "open_case",
  parameters: { order: "1182" },
  output: { ok: true },
};
const expected_tool_calls = [{ name: "open_case", parameters: { order: "1182" } }];
const success_criteria = '@rules\npass when agent says "clinic"';

describe("a conversation of a run", () => {
  test("is evaluated by its success criteria, its expected tool calls and the agent's metrics", async () => {
    const { result, simulation_id } = await played({ success_criteria, expected_tool_calls }, [
      hello,
      opened,
    ]);
    expectAnswer("get_simulation_result", {
      status: 200,
      body: (await acme("GET", `/v1/retrieve-simulation-result/${result.id}`)).body,
      headers: new Headers(),
    });
    expect(result).toMatchObject({
      status: "COMPLETED",
      outcome: "passed",
      outcome_reason: "Expected tool calls; Success criteria; Greeting",
    });
    expect(result.evaluation?.verdicts).toMatchObject([
      { name: "Expected tool calls", method: "builtin", value: true, requested_by: ["digital_human"] },
      { name: "Success criteria", method: "rule", value: true, requested_by: ["digital_human"] },
      { name: "Greeting", method: "rule", value: true, requested_by: ["agent"] },
    ]);
    expect(await runOf(acme, simulation_id)).toMatchObject({ tests_passed: 1, tests_failed: 0 });
  });

  test("fails where an expected tool call was not made, and says which check failed", async () => {
    const { result, simulation_id } = await played({ success_criteria, expected_tool_calls }, [hello]);
    expect(result).toMatchObject({
      outcome: "failed",
      outcome_reason: "Expected tool calls (open_case was not called)",
    });
    expect(await runOf(acme, simulation_id)).toMatchObject({ tests_passed: 0, tests_failed: 1 });
  });

  test("of an agent with redact_pii holds nothing personal", async () => {
    const { result } = await played(
      { success_criteria },
      [
        { message: "Hello, clinic at (202) 555-0143.", end_turn: false },
        { type: "tool_call", name: "send", parameters: { to: "dana@example.com" }, output: 12_025_550_143 },
      ],
      { redact_pii: true },
    );
    expect(result.transcript).toContainEqual(
      expect.objectContaining({ role: "AGENT", message: "Hello, clinic at [phone number]." }),
    );
    expect(result.tool_calls).toMatchObject([
      { parameters: { to: "[email address]" }, output: "[phone number]" },
    ]);
    expect(result.outcome).toBe("passed");
  });
});
