/** Two organizations: one does not change and is read by commands, and the other is changed by them. */
import { randomUUID } from "node:crypto";
import { endpoints } from "../../src/contract/endpoints.ts";
import {
  makeAgent,
  makeCall,
  makeDigitalHuman,
  makeMetric,
  makeSimulation,
  PATIENT,
  startRun,
} from "../support/make.ts";
import { frontDesk, smoke } from "../support/seeds.ts";
import type { Calls } from "../support/service.ts";
import { until } from "../support/until.ts";
import type { Things } from "./row.ts";

export const STILL_KEY = "pk_chaos_still";
export const BUSY_KEY = "pk_chaos_busy";

const { http_webhook: _, ...desk } = frontDesk;
const knowledge_bases = [...desk.knowledge_bases, { kb_text: "Open 8 to 6" }];

/** @param agent_url the address of the order desk */
export const seedWith = (agent_url: string) => ({
  kind: "Seed",
  organizations: [
    {
      name: "still",
      api_key: STILL_KEY,
      agents: [{ ...desk, knowledge_bases }, { name: "Night desk" }],
      metrics: [{ name: "Tone", response_type: "pass_fail", agent_ids: [101] }],
      simulations: [smoke],
    },
    {
      name: "busy",
      api_key: BUSY_KEY,
      agents: [
        {
          id: 102,
          name: "Order desk",
          mode: "TEXT",
          http_webhook: `${agent_url}/agent`,
          prompts: [{ prompt_text: "Be kind", labels: ["production"] }, { prompt_text: "Be brief" }],
        },
      ],
      simulations: [
        {
          id: 8,
          name: "Orders",
          agent_id: 102,
          opening_patience_ms: 0,
          digital_humans: [
            {
              id: 801,
              name: "Cancel",
              intent: "I want to cancel my order.",
              role_description: "You are Ann Lee. Your order number is A-4471.",
              silence_timeout: 600,
            },
          ],
        },
      ],
    },
  ],
});

/** Adds what a seed cannot contain, and waits until everything is settled. */
export async function makeThings(still: Calls, busy: Calls, agent_url: string): Promise<Things> {
  const metric = await makeMetric(still, {
    agent_ids: [101],
    scoring_guidance: '@rules\npass when agent says "hello"',
  });
  const { call_id } = await told(still, 101, agent_url);
  const { agent_id } = await makeAgent(still);
  const { id: simulation_id } = await makeSimulation(still, { agent_id });
  await makeDigitalHuman(still, { name: "caller", ...PATIENT }, [simulation_id]);
  const run = await startRun(still, { simulation_id });
  const [result_id = ""] = run.simulation_result_ids;
  await still("POST", endpoints.end_conversations.path, { test_result_ids: [result_id] });
  await until(async () => {
    const { body } = await still("GET", `/v1/retrieve-simulation-result/${result_id}`);
    return body.simulation_result.evaluation;
  });
  return {
    metric_id: metric.id,
    call_id,
    run_id: Number(run.simulation_run_id),
    result_id,
    newDelivery: async () => (await told(busy, 102, agent_url)).delivery_id,
  };
}

/** An evaluated call, and the delivery of that event to its own webhook. */
async function told(calls: Calls, agent_id: number, agent_url: string) {
  const tag = randomUUID();
  const { body: webhook } = await calls("POST", "/v1/webhooks", { url: `${agent_url}/hook`, tag });
  const { call_id } = await makeCall(calls, String(agent_id), tag, { webhook_tag: tag });
  const { id } = await until(async () => {
    const { body } = await calls("GET", "/v1/webhook-deliveries?page_size=100&status=DELIVERED");
    return body.deliveries.find((delivery: { webhook_id: string }) => delivery.webhook_id === webhook.id);
  });
  return { call_id: String(call_id), delivery_id: id as string };
}
