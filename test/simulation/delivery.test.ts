/** The delivery of the digital human's turns to the agent's webhook. */
import { createHmac } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import {
  conversationOf,
  makeAgent,
  makeDigitalHuman,
  makeSimulation,
  runOf,
  startRun,
} from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();
const agent = useReceiver();
beforeEach(() => agent.reset());

async function begin(http_webhook: string) {
  const { agent_id } = await makeAgent(acme, { http_webhook, http_webhook_key: "whsec_agent" });
  const simulation = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(acme, { intent: "I want a refund.", creativity: 0 }, [simulation.id]);
  const [id = ""] = (await startRun(acme, { simulation_id: simulation.id })).simulation_result_ids;
  return { id, run: () => runOf(acme, simulation.id) };
}

const turns = () => agent.requests().map(({ body }) => JSON.parse(body));

test("every turn arrives signed, numbered, and the last one with end_conversation", async () => {
  const { id } = await begin(agent.url("/agent"));
  await expect.poll(turns).toHaveLength(1);
  for (const message of ["Your refund has been issued.", "Goodbye!"])
    await acme("POST", "/v1/send-http-text-message", { simulation_result_id: id, message });
  await expect.poll(turns).toHaveLength(3);
  const said = { simulation_result_id: id, end_conversation: false };
  expect(turns().sort((a, b) => a.message_id.localeCompare(b.message_id))).toMatchObject([
    { ...said, message_id: `${id}.1`, message: "Hello. I want a refund." },
    { ...said, message_id: `${id}.2`, message: "Great, thank you. That's what I needed." },
    { ...said, message_id: `${id}.3`, message: "Thank you, bye!", end_conversation: true },
  ]);
  const [{ headers, body } = { headers: {}, body: "" }] = agent.requests();
  expect(headers).toMatchObject({
    "x-simulation-result-id": id,
    "x-parley-signature": createHmac("sha256", "whsec_agent").update(body).digest("hex"),
  });
});

test("the agent is told when its conversation is ended from outside", async () => {
  const { id } = await begin(agent.url("/agent"));
  await acme("POST", "/v1/end-conversations", { test_result_ids: [id] });
  await expect.poll(turns).toContainEqual(
    expect.objectContaining({
      simulation_result_id: id,
      message: "",
      message_id: `${id}.end`,
      end_conversation: true,
    }),
  );
});

test("an agent that refuses a turn is unreachable: the conversation ends, inconclusive and not failed", async () => {
  agent.answer(404);
  const { id, run } = await begin(agent.url("/gone"));
  await expect
    .poll(run)
    .toMatchObject({ status: "INCOMPLETED", tests_failed: 0, tests_completed: 0, tests_incompleted: 1 });
  expect(await conversationOf(acme, id)).toMatchObject({
    status: "INCOMPLETED",
    end_reason: "agent_unreachable",
    outcome: "incompleted",
    outcome_reason: "the agent could not be reached",
    transcript: [{ role: "USER", message: "Hello. I want a refund." }],
  });
});
