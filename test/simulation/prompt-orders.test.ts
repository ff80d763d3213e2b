/** A goal fails where its tool was called before what the agent's own prompt orders first, unless a person says otherwise. */
import { expect, test } from "vitest";
import { CAREFUL, call, SHOPPER, useDesk } from "../support/desk.ts";
import { conversationOf, makeAgent, makeDigitalHuman, makeSimulation, startRun } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();
let calls: readonly object[] = [];
const desk = useDesk(() => calls);

const ORDER = "Call lookup_order before you call issue_refund.";
const GOAL_FAILS = `issue_refund was called without lookup_order, and the prompt says "${ORDER}"`;

/** The verdicts on a conversation whose agent makes these calls. */
async function verdictsOn(made: readonly object[], status?: "rejected"): Promise<string> {
  calls = made;
  const { agent_id, path } = await makeAgent(acme, { http_webhook: desk.url() });
  const prompt = { prompt_text: `You run the desk of a shop. ${ORDER}`, labels: ["production"] };
  expect((await acme("POST", `${path}/prompts/versions`, prompt)).status).toBe(200);
  if (status) {
    const policies = [{ sentence: ORDER, rule: null, status }];
    expect((await acme("PUT", `${path}/prompts/versions/1/policies`, { policies })).status).toBe(200);
  }
  const { id } = await makeSimulation(acme, { agent_id });
  const { success_criteria: _, ...shopper } = SHOPPER;
  await makeDigitalHuman(acme, { ...shopper, creativity: 0 }, [id]);
  const [conversation = ""] = (await startRun(acme, { simulation_id: id })).simulation_result_ids;
  await expect.poll(async () => (await conversationOf(acme, conversation)).evaluation ?? null).not.toBeNull();
  return JSON.stringify((await conversationOf(acme, conversation)).evaluation?.verdicts);
}

test("an order that was skipped fails the goal, with the prompt's own sentence", async () => {
  expect(await verdictsOn([call("issue_refund")])).toContain(JSON.stringify(GOAL_FAILS).slice(1, -1));
  expect(await verdictsOn(CAREFUL)).not.toContain("was called without");
});

test("a sentence that somebody has rejected as a policy orders nothing", async () => {
  expect(await verdictsOn([call("issue_refund")], "rejected")).not.toContain("was called without");
});
