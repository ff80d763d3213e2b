/** A path of a scenario on a real line: the caller greets an agent that waits for it, and does its own turns in order. */
import { expect, test } from "vitest";
import { makeAgent, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { callAll, saying, useVoiceAgents } from "../support/voice-agent.ts";

const { acme } = useService();
const agents = useVoiceAgents();

const turn = (id: string, data: object) => ({ id, type: "single", data });
const TURNS = [
  { id: "start", type: "start" },
  turn("greet", { type: "exact", message: "Hello" }),
  turn("wish", { speaker: "user", type: "exact", message: "I want to cancel my order." }),
  turn("menu", { type: "contextual", message: "Asks for keys" }),
  turn("keys", { speaker: "user", type: "dtmf", digits: "12" }),
  turn("wait", { type: "contextual", message: "Asks for patience" }),
  turn("pause", { speaker: "user", type: "silence", duration_ms: 1500 }),
  turn("thanks", { speaker: "user", type: "exact", message: "Thanks for your help." }),
];

test("is followed by voice, whatever the agent says", async () => {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const simulation = await makeSimulation(acme, { agent_id });
  const edges = TURNS.slice(1).map(({ id }, place) => ({ source: TURNS[place]?.id, target: id }));
  const { body: scenario } = await acme("POST", "/v1/scenario", {
    name: "Cancel",
    definition: { nodes: TURNS, edges },
  });
  const { body } = await acme("POST", "/v1/generate-digital-humans", {
    agent_id: String(agent_id),
    simulation_id: String(simulation.id),
    workflow_adherence_v2: { [scenario.id]: 1 },
  });
  const websocket_url = await agents.serve(
    saying(["Good morning.", "Which order is that?", "One moment please.", "It is done.", "Goodbye."]),
  );
  const [result] = await callAll(acme, {
    simulation_id: simulation.id,
    digital_human_ids: [body.digital_humans[0].id],
    websocket_url,
  });
  const said = result.call.timeline.filter(({ speaker }: { speaker: string }) => speaker === "USER");
  expect(said.map(({ text }: { text: string }) => text)).toEqual([
    "Hello.",
    "I want to cancel my order.",
    "12",
    "Thanks for your help.",
    "All right, that was my last question. Goodbye.",
  ]);
  expect(result).toMatchObject({ end_reason: "hangup_phrase", unused_fields: [] });
});
