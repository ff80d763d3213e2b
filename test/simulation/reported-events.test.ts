/** What an agent reports besides words and tool calls. */
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { conversationOf, makeAgent, makeDigitalHuman, makeSimulation, startRun } from "../support/make.ts";
import { useService } from "../support/service.ts";

const service = useService();
const { acme } = service;
const parley = useProgram(service);

async function begin(more: object = {}): Promise<string> {
  const { agent_id } = await makeAgent(acme, more);
  const { id } = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(acme, { intent: "I want a refund.", creativity: 0 }, [id]);
  const [conversation = ""] = (await startRun(acme, { simulation_id: id })).simulation_result_ids;
  return conversation;
}

const report = (simulation_result_id: string, events: object[]) =>
  acme("POST", "/v1/send-http-text-message", {
    simulation_result_id,
    message: "I'll put you through.",
    end_turn: false,
    events,
  });

test("is shown between the words, with how long the agent says that it took", async () => {
  const id = await begin();
  const handoff = { title: "agent_handoff", metadata: { old_agent_id: "desk", new_agent_id: "refunds" } };
  const latency = { title: "agent_latency", metadata: { latency_ms: { llm: 250, end_to_end: 900 } } };
  expect((await report(id, [handoff, latency])).status).toBe(200);
  const { stdout } = await parley(["sim", "result", id]);
  expect(stdout).toMatch(/event +agent_handoff desk → refunds\n.*AGENT +I'll put you through\./);
  expect(stdout).toContain("the agent's own latency: end to end 900 ms, model 250 ms (1 answer)");
});

test("has no personal data if the agent has redact_pii, however large it is", async () => {
  const id = await begin({ redact_pii: true });
  const note = { title: "note", description: "Ana's number is +1 415 555 0123" };
  const long = { title: "long", metadata: { email: "ana@example.com", text: "x".repeat(40_000) } };
  for (const event of [note, long]) expect((await report(id, [event])).status).toBe(200);
  const { events } = await conversationOf(acme, id);
  expect(events).toHaveLength(2);
  expect(JSON.stringify(events)).not.toMatch(/555|ana@/);
});
