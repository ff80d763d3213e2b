/** Lines are shared: an organization whose agents never hang up leaves some for others. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, onTestFinished, test } from "vitest";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { type Calls, useService } from "../support/service.ts";
import { BOOKER, callAll, saying, soundBytes, useVoiceAgents } from "../support/voice-agent.ts";

const { acme, rival } = useService();
const agents = useVoiceAgents();

/** As many as one organization may have, and as many as a process has. */
const SHARE = 20;
const LINES = 25;

async function simulationOf(calls: Calls, num_runs: number) {
  const { agent_id } = await makeAgent(calls, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(calls, { agent_id });
  await makeDigitalHuman(calls, { ...BOOKER, num_runs }, [simulation_id]);
  return simulation_id;
}

test("an organization that holds as many lines as it may keeps no other from calling", {
  timeout: 120_000,
}, async () => {
  let open = 0;
  let most = 0;
  let begun = 0;
  const talking = await agents.serve((socket) => {
    begun++;
    most = Math.max(most, ++open);
    const speaking = setInterval(() => socket.send(soundBytes(1000)), 1000);
    socket.on("close", () => {
      open--;
      clearInterval(speaking);
    });
  });
  const simulation_id = await simulationOf(acme, LINES + 5);
  const { body: run } = await acme("POST", "/v1/queue-simulation-run", {
    simulation_id,
    websocket_url: talking,
  });
  await expect.poll(() => open).toBe(SHARE);
  const polite = await agents.serve(
    saying(["Which day would you like?", "You are booked for Tuesday."], 1500),
  );
  const others = { simulation_id: await simulationOf(rival, 1), websocket_url: polite };
  // What speech and long work need has started with the first calls: what starts now is the thread of its own lines.
  let threads = 0;
  const count = () => threads++;
  subscribe("worker_threads", count);
  onTestFinished(() => void unsubscribe("worker_threads", count));
  const [called] = await callAll(rival, others);
  expect(threads).toBe(1);
  expect(called.call.timeline.length).toBeGreaterThan(1);
  expect([open, most]).toEqual([SHARE, SHARE]);
  // As its calls end, those that wait begin.
  const end = async (test_result_ids: readonly string[]) =>
    expect((await acme("POST", "/v1/end-conversations", { test_result_ids })).status).toBe(200);
  const ids: readonly string[] = run.simulation_result_ids.map(String);
  await end(ids.slice(0, 10));
  await expect.poll(() => begun).toBe(SHARE + 10);
  await end(ids.slice(10));
  await expect.poll(() => open).toBe(0);
});
