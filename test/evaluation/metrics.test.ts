import { describe, expect, test } from "vitest";
import type { Body } from "../../src/contract/types.ts";
import { evaluated, evaluationOf, submit } from "../support/evaluations.ts";
import { makeAgent, makeMetric, makePrompts } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const transcript = [
  { speaker: "AGENT", utterance: "This line is recorded.", start_offset_ms: 0, end_offset_ms: 1200 },
  { speaker: "USER", utterance: "Fine.", start_offset_ms: 1500, end_offset_ms: 1900 },
];

const rule = (name: string, ...clauses: string[]): Body<"create_custom_metric"> => ({
  name,
  response_type: "pass_fail",
  scoring_guidance: ["@rules", ...clauses].join("\n"),
});

describe("the metrics of a call", () => {
  test("are the agent's, those named and every one with a tag, each once, oldest first", async () => {
    const { agent_id } = await makeAgent(acme);
    const recorded = 'pass when agent says "recorded"';
    const ofAgent = await makeMetric(acme, { ...rule("Agent's", recorded), agent_ids: [agent_id] });
    const named = await makeMetric(acme, rule("Named", recorded));
    const tagged = await makeMetric(acme, { ...rule("Tagged", recorded), tags: ["core", "other"] });
    const both = await makeMetric(acme, { ...rule("Both", recorded), tags: ["core"], agent_ids: [agent_id] });
    await makeMetric(acme, { ...rule("Unasked", recorded), tags: ["rest"] });
    await makeMetric(rival, { ...rule("Another's", recorded), tags: ["core"] });
    const { evaluation } = await evaluated(acme, {
      agent_id: String(agent_id),
      transcript,
      custom_metrics: [named.id.toUpperCase(), named.id],
      custom_metric_tags: ["core", "core"],
    });
    expect(evaluation.verdicts.map(({ metric_id, requested_by }) => [metric_id, requested_by])).toEqual([
      [ofAgent.id, ["agent"]],
      [named.id, ["custom_metrics"]],
      [tagged.id, ["custom_metric_tags"]],
      [both.id, ["agent", "custom_metric_tags"]],
    ]);
    expect(evaluation.counts).toEqual({
      passed: 4,
      failed: 0,
      evaluated: 4,
      not_applicable: 0,
      not_evaluated: 0,
      error: 0,
    });
  });

  test("one that was deleted since is not evaluated, and not forgotten", async () => {
    const { agent_id } = await makeAgent(acme);
    const metric = await makeMetric(acme);
    const call_id = await submit(acme, {
      agent_id: String(agent_id),
      transcript,
      custom_metrics: [metric.id],
    });
    await evaluationOf(acme, call_id);
    await acme("DELETE", `/v1/custom-metric/${metric.id}`);
    await acme("POST", `/v1/evaluate/${call_id}/rerun`);
    const { evaluation } = await evaluationOf(acme, call_id);
    expect(evaluation.verdicts).toMatchObject([
      { metric_id: metric.id, status: "NOT_EVALUATED", reason: "metric_deleted", value: null, method: null },
    ]);
  });
});

describe("a verdict", () => {
  test("shows every clause with the evidence it saw", async () => {
    const metric = await makeMetric(
      acme,
      rule("Recorded", 'pass when agent says "recorded" before turn 2', "fail when call_duration > 1s"),
    );
    const { evaluation } = await evaluated(acme, { transcript, custom_metrics: [metric.id] });
    expect(evaluation.verdicts).toMatchObject([
      {
        status: "EVALUATED",
        value: false,
        method: "rule",
        clauses: [
          {
            line: 2,
            outcome: true,
            decided: false,
            evidence: [{ kind: "turn", turn: 1, quote: "recorded" }],
          },
          { line: 3, outcome: true, decided: true, evidence: [{ kind: "metric", value: 1900, unit: "ms" }] },
        ],
      },
    ]);
    expect(evaluation.counts).toMatchObject({ passed: 0, failed: 1 });
  });

  test("does not exist if an input is missing, if the answer is out of range or if a judge is needed", async () => {
    const tool = await makeMetric(acme, rule("Tool", "pass when tool book_appointment called"));
    const beyond = await makeMetric(acme, {
      name: "Beyond",
      response_type: "quantitative",
      max_value: 1,
      scoring_guidance: "@rules\nvalue = call_duration",
    });
    const judged = await makeMetric(acme, { name: "Polite", description: "Is the agent polite?" });
    const custom_metrics = [tool.id, beyond.id, judged.id];
    const { status, evaluation } = await evaluated(acme, { transcript, custom_metrics });
    expect(status).toBe("COMPLETED");
    expect(evaluation.verdicts).toMatchObject([
      {
        name: "Tool",
        status: "NOT_EVALUATED",
        reason: "missing_tool_calls",
        missing: ["tool_calls"],
        value: null,
      },
      { name: "Beyond", status: "ERROR", reason: "out_of_range", value: 1900 },
      { name: "Polite", status: "NOT_EVALUATED", reason: "no_model", method: "judge", value: null },
    ]);
    expect(evaluation.counts).toMatchObject({
      passed: 0,
      failed: 0,
      evaluated: 0,
      not_evaluated: 2,
      error: 1,
    });
    expect(evaluation.usage).toMatchObject({ calls: 0, prompt_tokens: 0 });
  });
});

test("a call shows which versions its label selected", async () => {
  const { agent_id, path } = await makeAgent(acme);
  await makePrompts(acme, path, ["production"], ["b"]);
  const log = await evaluated(acme, { agent_id: String(agent_id), transcript, label: "b" });
  expect(log).toMatchObject({ prompt_version: 2, knowledge_base_version: null });
});
