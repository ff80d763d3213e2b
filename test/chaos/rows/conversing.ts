/** Commands that begin, hold, judge and end conversations. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeAgent, makeDigitalHuman, makeSimulation, PATIENT, startRun } from "../../support/make.ts";
import { changes, type Row, type World } from "../row.ts";

/** A simulation of an agent of its own, whose digital human waits for the agent to begin. */
async function simulationOf({ calls, name }: World) {
  const { agent_id } = await makeAgent(calls, { name });
  const { id } = await makeSimulation(calls, { agent_id, name });
  await makeDigitalHuman(calls, { name: "caller", ...PATIENT }, [id]);
  return { simulation_id: id, agent_id };
}

async function conversationOf(world: World) {
  const { simulation_id, agent_id } = await simulationOf(world);
  const { simulation_result_ids } = await startRun(world.calls, { simulation_id });
  return { result_id: simulation_result_ids[0] ?? "", agent_id };
}

const script = {
  kind: "Script",
  steps: [{ say: "Hello" }, { expect: { contains: "continue" } }, { end: true }],
};

export const conversing: readonly Row[] = [
  changes("sim start", ["queue_http_text_simulation_run"], async (world) => {
    const { simulation_id } = await simulationOf(world);
    return ["sim", "start", String(simulation_id)];
  }),
  changes("sim end", ["end_conversations"], async (world) => {
    const { result_id } = await conversationOf(world);
    return ["sim", "end", result_id];
  }),
  changes(
    "chat",
    ["send_http_text_message"],
    async (world) => {
      const { result_id } = await conversationOf(world);
      writeFileSync(join(world.folder, "script.json"), JSON.stringify(script));
      return ["chat", result_id, "--script", "script.json", "--poll", "0.2", "--wait", "2", "--json"];
    },
    { may_end: [9], waits_ms: 4000 },
  ),
  changes(
    "release check",
    ["queue_http_text_simulation_run"],
    () => [...["release", "check", "8", "--max-wait", "3", "--poll", "0.2"], "--json"],
    { may_end: [9], waits_ms: 6000 },
  ),
  changes(
    "release compare",
    ["queue_http_text_simulation_run"],
    () => [...["release", "compare", "8", "1", "2", "--max-wait", "3", "--poll", "0.2"], "--json"],
    { may_end: [9], waits_ms: 8000 },
  ),
  {
    command: "listen",
    argv: async (world) => {
      const { agent_id } = await makeAgent(world.calls, { name: world.name, http_webhook_key: "whsec" });
      return ["listen", "--listen", "127.0.0.1:0", "--agent", String(agent_id)];
    },
    endless: true,
  },
];
