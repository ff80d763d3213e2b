import { expect, test } from "vitest";
import { evaluationOf, submit } from "../support/evaluations.ts";
import { makeAgent } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme } = useStrictService();

const transcript = [
  { speaker: "USER", utterance: "How much is a check-up?", start_offset_ms: 0 },
  { speaker: "AGENT", utterance: "A check-up is 85 dollars.", start_offset_ms: 1000 },
];

/** The verdicts on a call of an agent whose prompt has a policy. */
async function verdictsOn(label: string | undefined, fields: Parameters<typeof makeAgent>[1] = {}) {
  const { agent_id } = await makeAgent(acme, fields);
  const reply = await acme("POST", `/v1/agents/${agent_id}/prompts/versions`, {
    prompt_text: "You work for a clinic. A check-up costs 60 dollars.",
    ...(label && { labels: [label] }),
  });
  expect(reply.status).toBeLessThan(300);
  const call_id = await submit(acme, { agent_id: String(agent_id), transcript });
  const { evaluation } = await evaluationOf(acme, call_id);
  return evaluation.verdicts;
}

test("a submitted call is judged by the policies of the prompt that is in production", async () => {
  expect(await verdictsOn("production")).toMatchObject([
    {
      name: "Policy: A check-up costs 60 dollars.",
      status: "EVALUATED",
      value: false,
      message: "the agent said 85, where the prompt says 60",
      requested_by: ["prompt"],
    },
  ]);
});

test("without a prompt in production, or with policies switched off, metrics alone judge it", async () => {
  expect(await verdictsOn(undefined)).toEqual([]);
  expect(await verdictsOn("production", { checks_off: ["policies"] })).toEqual([]);
});
