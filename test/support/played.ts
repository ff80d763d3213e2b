/** Conversations of a run from start to verdict, for tests of the results. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Body } from "../../src/contract/types.ts";
import { conversationOf, makeAgent, makeDigitalHuman, makeMetric, makeSimulation, startRun } from "./make.ts";
import type { Calls } from "./service.ts";

type DigitalHuman = Body<"create_digital_human">["digital_human"];
export type Message = Omit<Body<"send_http_text_message">, "simulation_result_id"> & {
  /** How long the agent waits before it sends this. */
  readonly after_ms?: number;
};

const end: Message = { message: "", end_conversation: true };

/**
 * Plays a conversation with a new digital human. The agent sends these messages and then ends it, unless the
 * digital human already has. The agent has a metric that its greeting passes, plus the given ones.
 */
export const playedBy =
  (acme: Calls) =>
  async (
    digital_human: DigitalHuman,
    sent: readonly Message[],
    agent: Partial<Body<"create_agent">> = {},
    metrics: readonly Partial<Body<"create_custom_metric">>[] = [],
  ) => {
    const { agent_id } = await makeAgent(acme, agent);
    const simulation = await makeSimulation(acme, { agent_id });
    await makeDigitalHuman(acme, digital_human, [simulation.id]);
    const greeting = { name: "Greeting", scoring_guidance: '@rules\npass when agent says "hello"' };
    for (const metric of [greeting, ...metrics]) await makeMetric(acme, { ...metric, agent_ids: [agent_id] });
    const { simulation_result_ids } = await startRun(acme, { simulation_id: simulation.id });
    const [simulation_result_id = ""] = simulation_result_ids;
    for (const { after_ms = 0, ...message } of [...sent, end]) {
      if (after_ms > 0) await sleep(after_ms);
      const { status, body } = await acme("POST", "/v1/send-http-text-message", {
        simulation_result_id,
        ...message,
      });
      if (status === 409) break;
      if (status !== 200) throw new Error(JSON.stringify(body));
    }
    await expect.poll(async () => (await conversationOf(acme, simulation_result_id)).outcome).not.toBeNull();
    return { result: await conversationOf(acme, simulation_result_id), simulation_id: simulation.id };
  };
