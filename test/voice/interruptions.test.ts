/** A digital human that breaks in because of what the agent says. */
import { expect, test } from "vitest";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { callAll, sendPaced, soundBytes, useVoiceAgents } from "../support/voice-agent.ts";

const { acme } = useService();
const agents = useVoiceAgents();

/** Says its text for four seconds, tells it at both ends, and hangs up a second later. */
const talker = (text: string) =>
  agents.serve(async (socket) => {
    const data = { utterance_id: "one", text };
    socket.send(JSON.stringify({ type: "speech.started", data }));
    await sendPaced(socket, soundBytes(4000));
    socket.send(JSON.stringify({ type: "speech.completed", data }));
    setTimeout(() => socket.close(1000), 1000);
  });

async function call(text: string) {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  const interruptions = {
    type: "contextual",
    contextual_prompt: "Interrupt when the agent asks for your name.",
  };
  const caller = { intent: "Wants a check-up. The full name is Ana Diaz.", creativity: 0, interruptions };
  await makeDigitalHuman(acme, caller, [simulation_id]);
  const [result] = await callAll(acme, { simulation_id, websocket_url: await talker(text) });
  return result;
}

test("breaks in once, in the middle of the sentence that fits a contextual prompt", {
  timeout: 60_000,
}, async () => {
  const { call: made } = await call("We are open all day today. What is your full name, please?");
  expect(made.interruptions).toBe(1);
  const [agent, said] = made.timeline;
  expect(agent.speaker).toBe("AGENT");
  expect(said).toMatchObject({ speaker: "USER", about: "interruption" });
  // The question is characters 27 to 59, and about 14 are spoken in a second.
  expect(said.start_offset_ms).toBeGreaterThan(27_000 / 14);
  expect(said.start_offset_ms).toBeLessThan(agent.end_offset_ms);
});

test("does not break in when nothing fits", { timeout: 60_000 }, async () => {
  const { call: made } = await call("We are open all day today. Which day would you like to come?");
  expect(made.interruptions).toBe(0);
});
