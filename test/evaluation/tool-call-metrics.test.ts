/** Metrics of type tool_call: whether the agent called every tool that they name. */
import { describe, expect, test } from "vitest";
import { evaluated } from "../support/evaluations.ts";
import { conversationOf, makeAgent, makeConversations, makeMetric } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();

const transcript = [
  { speaker: "AGENT", utterance: "Your refund is on its way.", start_offset_ms: 0, end_offset_ms: 900 },
];
const asks = (...tool_names: string[]) => ({
  name: "Tools",
  response_type: "tool_call" as const,
  tool_names,
});

async function verdictOf(tool_names: readonly string[], names: readonly string[] | null) {
  const metric = await makeMetric(acme, asks(...tool_names));
  const tool_calls = names?.map((name, at) => ({
    name,
    start_offset_ms: 1 + at,
    output: { error: "no stock" },
  }));
  const { evaluation } = await evaluated(acme, {
    ...{ transcript, custom_metrics: [metric.id] },
    ...(tool_calls && { tool_calls }),
  });
  const [verdict] = evaluation.verdicts;
  return { ...verdict, counts: evaluation.counts };
}

describe("a tool_call metric of a call", () => {
  test.each([
    [["refund"], ["look_up", "refund"], true],
    [["refund", "look_up"], ["look_up", "refund", "refund"], true],
    [["refund", 'say "hi"\n', "refund"], ["refund", 'say "hi"\n'], true],
    [["refund", "look_up"], ["refund"], false],
    [["refund"], ["Refund", "refund_all"], false],
    [["refund"], [], false],
  ])("%j with the calls %j: %s", async (tool_names, names, value) => {
    const verdict = await verdictOf(tool_names, names);
    expect(verdict).toMatchObject({ response_type: "tool_call", method: "rule", status: "EVALUATED", value });
    expect(verdict.counts).toMatchObject({ passed: value ? 1 : 0, failed: value ? 0 : 1 });
  });

  test("is not evaluated if the calls are unknown", async () => {
    const verdict = await verdictOf(["refund"], null);
    expect(verdict).toMatchObject({
      status: "NOT_EVALUATED",
      reason: "missing_tool_calls",
      value: null,
      message: "no tool call is on record, and nothing shows that the agent reports them",
    });
    expect(verdict.counts).toMatchObject({ passed: 0, failed: 0, not_evaluated: 1 });
  });

  test("shows the call that decided", async () => {
    const verdict = await verdictOf(["refund"], ["look_up", "refund"]);
    expect(verdict.clauses).toMatchObject([
      { text: 'pass when tool "refund" called', evidence: [{ kind: "tool_call", call: 2, name: "refund" }] },
    ]);
  });
});

describe("a tool_call metric of a conversation", () => {
  const say = (id: string, fields: object) =>
    acme("POST", "/v1/send-http-text-message", { simulation_result_id: id, ...fields });
  const end = (id: string) => say(id, { message: "Goodbye", end_conversation: true });

  async function toolsOf(id: string) {
    const verdict = async () =>
      (await conversationOf(acme, id)).evaluation?.verdicts.find(
        ({ name }: { name: string }) => name === "Tools",
      );
    await expect.poll(verdict).toBeDefined();
    return verdict();
  }

  async function conversations(count: number) {
    const made = await makeConversations(acme, count);
    await makeMetric(acme, { ...asks("refund"), agent_ids: [made.agent_id] });
    return made.result_ids;
  }

  test("is not evaluated while nothing shows that the agent reports its calls", async () => {
    const [id = ""] = await conversations(1);
    await end(id);
    expect(await toolsOf(id)).toMatchObject({ status: "NOT_EVALUATED", reason: "missing_tool_calls" });
    await acme("POST", "/v1/update-simulation-result", { simulation_result_id: id, tool_calls: [] });
    await expect.poll(() => toolsOf(id)).toMatchObject({ status: "EVALUATED", value: false });
  });

  test("fails without a call if the agent has reported one in another conversation of the run", async () => {
    const [first = "", second = ""] = await conversations(2);
    await say(first, { type: "tool_call", name: "refund" });
    await end(first);
    await end(second);
    expect(await toolsOf(first)).toMatchObject({ status: "EVALUATED", value: true });
    expect(await toolsOf(second)).toMatchObject({ status: "EVALUATED", value: false });
    expect((await conversationOf(acme, second)).outcome).toBe("failed");
  });

  test("is judged again if the agent reports its first call in a later conversation of the run", async () => {
    const [first = "", second = ""] = await conversations(2);
    await end(first);
    expect(await toolsOf(first)).toMatchObject({ status: "NOT_EVALUATED" });
    await say(second, { type: "tool_call", name: "refund" });
    await end(second);
    await expect.poll(() => toolsOf(first)).toMatchObject({ status: "EVALUATED", value: false });
    const { simulation_id } = await conversationOf(acme, first);
    const runs = async () =>
      (await acme("GET", `/v1/get-simulation-runs/${simulation_id}`)).body.simulation_runs;
    await expect
      .poll(runs)
      .toMatchObject([{ status: "COMPLETED", tests_failed: 1, tests_completed: 2, tests_incompleted: 0 }]);
  });
});

test("an agent's tool_call metric counts for the outcome of its calls", async () => {
  const { agent_id } = await makeAgent(acme);
  await makeMetric(acme, { ...asks("refund"), agent_ids: [agent_id] });
  const { evaluation } = await evaluated(acme, { agent_id: String(agent_id), transcript, tool_calls: [] });
  expect(evaluation.counts).toMatchObject({ passed: 0, failed: 1 });
});
