/**
 * The bodies of events in the hosted API's format: flat, with `type`, and Parley's own fields next to the
 * published ones.
 */
import { createHmac } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { conversationOf, makeAgent, makeDigitalHuman, makeSimulation, startRun } from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();
const receiver = useReceiver();
beforeEach(receiver.reset);

const SECRET = "whsec_events";
const time = expect.stringMatching(/^\d{4}-.*Z$/);
const bodies = () => receiver.requests().map(({ body }) => JSON.parse(body));
const ofType = (wanted: string) => bodies().filter(({ type }) => type === wanted);

test("an outbound run is reported when it begins, and each conversation when it ends and when it is evaluated", async () => {
  await acme("POST", "/v1/webhooks", { url: receiver.url("/events"), secret: SECRET });
  const { agent_id } = await makeAgent(acme, { type: "OUTBOUND" });
  const simulation = await makeSimulation(acme, { agent_id });
  const expected_tool_calls = [{ name: "refund", parameters: { order: "A-4471" } }];
  const ann = await makeDigitalHuman(
    acme,
    { name: "Ann", intent: "I want a refund.", phone_number: "+15550100", expected_tool_calls, num_runs: 2 },
    [simulation.id],
  );
  const run = await startRun(acme, { simulation_id: simulation.id });
  const [id, other] = run.simulation_result_ids.map(Number);
  const simulation_run_id = Number(run.simulation_run_id);
  await expect.poll(() => ofType("outbound_simulation_started")).toHaveLength(1);
  expect(ofType("outbound_simulation_started")).toEqual([
    {
      type: "outbound_simulation_started",
      agent_id,
      simulation_id: simulation.id,
      simulation_run_id,
      digital_humans: [
        {
          id: ann.id,
          name: "Ann",
          phone_number: "+15550100",
          associated_simulation_result_ids: [id, other],
        },
      ],
    },
  ]);
  const simulation_result_id = String(id);
  const called = { type: "tool_call", name: "refund", parameters: { order: "A-4471" }, output: { ok: true } };
  await acme("POST", "/v1/send-http-text-message", { simulation_result_id, ...called });
  await acme("POST", "/v1/send-http-text-message", {
    simulation_result_id,
    message: "Bye",
    end_conversation: true,
  });
  await expect.poll(() => ofType("simulation_result_evaluated")).toHaveLength(1);
  const ended = {
    id,
    digital_human_id: ann.id,
    status: "CONVERSATION_ENDED",
    simulation_run_id,
    created_at: time,
    start_time: time,
    end_time: time,
    duration: expect.any(Number),
  };
  expect(ofType("simulation_ended")).toEqual([
    {
      type: "simulation_ended",
      ...ended,
      simulation_id: simulation.id,
      agent_id,
      simulation_result_id,
      end_reason: "agent_ended",
    },
  ]);
  const { outcome, outcome_reason, status } = await conversationOf(acme, simulation_result_id);
  expect(ofType("simulation_result_evaluated")).toMatchObject([
    {
      ...ended,
      status,
      simulation_id: simulation.id,
      agent_id,
      folder_id: null,
      evaluations: [{ goal_success: outcome === "passed", goal_reasoning: outcome_reason }],
      events: [],
      tool_calls: [
        {
          name: "refund",
          expected: [{ parameters: { order: "A-4471" } }],
          actual: [
            { parameters: { order: "A-4471" }, output: { ok: true }, start_offset_ms: expect.any(Number) },
          ],
        },
      ],
      tags: [],
      metadata: {},
      outcome,
    },
  ]);
  for (const { headers, body } of receiver.requests())
    expect(headers).toMatchObject({
      "x-bluejay-signature": createHmac("sha256", SECRET).update(body).digest("hex"),
      "x-bluejay-event": JSON.parse(body).type,
      "x-bluejay-delivery": headers["x-parley-delivery"],
    });
  expect(ofType("simulation_run_ended")).toEqual([]);
  await acme("POST", "/v1/end-conversations", { test_result_ids: [String(other)] });
  await expect
    .poll(() => ofType("simulation_run_ended"))
    .toMatchObject([{ simulation_run_id, simulation_run: { total_tests: 2 } }]);
});

test("a turn of the digital human has the published body and headers", async () => {
  const http_webhook = receiver.url("/agent");
  const { agent_id } = await makeAgent(acme, { http_webhook, http_webhook_key: "whsec_agent" });
  const simulation = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(acme, { intent: "I want a refund.", creativity: 0 }, [simulation.id]);
  const [simulation_result_id] = (await startRun(acme, { simulation_id: simulation.id }))
    .simulation_result_ids;
  await expect.poll(() => receiver.requests().filter(({ path }) => path === "/agent")).toHaveLength(1);
  const [turn] = receiver.requests().filter(({ path }) => path === "/agent");
  expect(JSON.parse(turn?.body ?? "")).toEqual({
    simulation_result_id,
    message: "Hello. I want a refund.",
    message_id: `${simulation_result_id}.1`,
    end_conversation: false,
    // Which versions the conversation tests: this agent has none.
    agent_id,
    prompt_id: null,
    prompt_version: null,
    prompt_label: null,
    knowledge_base_version: null,
  });
  expect(turn?.headers).toMatchObject({
    "content-type": "application/json",
    "x-simulation-result-id": simulation_result_id,
    "x-bluejay-signature": createHmac("sha256", "whsec_agent")
      .update(turn?.body ?? "")
      .digest("hex"),
  });
});
