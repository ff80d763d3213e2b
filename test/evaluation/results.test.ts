import { describe, expect, test } from "vitest";
import type { Body } from "../../src/contract/types.ts";
import { expectAnswer } from "../support/expect.ts";
import {
  conversationOf,
  makeAgent,
  makeDigitalHuman,
  makeMetric,
  makeSimulation,
  runOf,
  startRun,
} from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();

type DigitalHuman = Body<"create_digital_human">["digital_human"];
type Message = Omit<Body<"send_http_text_message">, "simulation_result_id">;

/** Plays a conversation of a new digital human, in which the agent sends this and then ends it. */
async function played(
  digital_human: DigitalHuman,
  sent: Message[],
  agent: Body<"create_agent"> | object = {},
) {
  const { agent_id } = await makeAgent(acme, agent);
  const simulation = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(acme, digital_human, [simulation.id]);
  await makeMetric(acme, {
    name: "Greeting",
    agent_ids: [agent_id],
    scoring_guidance: '@rules\npass when agent says "hello"',
  });
  const { simulation_result_ids } = await startRun(acme, { simulation_id: simulation.id });
  const [simulation_result_id = ""] = simulation_result_ids;
  for (const message of [...sent, { message: "", end_conversation: true }]) {
    const { status, body } = await acme("POST", "/v1/send-http-text-message", {
      simulation_result_id,
      ...message,
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
  await expect
    .poll(async () => (await conversationOf(acme, simulation_result_id)).outcome, { timeout: 20_000 })
    .not.toBeNull();
  return { result: await conversationOf(acme, simulation_result_id), simulation_id: simulation.id };
}

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
