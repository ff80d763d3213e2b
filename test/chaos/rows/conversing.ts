/** Commands that start, hold, judge, and end conversations. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  makeAgent,
  makeDigitalHuman,
  makeSimulation,
  PATIENT,
  startRun,
  conversationOf as storedConversation,
} from "../../support/make.ts";
import { changes, type Row, type World } from "../row.ts";

/** A simulation with its own agent, whose digital human waits for the agent to begin. */
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

/** A conversation that the agent has ended and that has an outcome. */
async function evaluatedConversationOf(world: World) {
  const { result_id } = await conversationOf(world);
  await world.calls("POST", "/v1/send-http-text-message", {
    ...{ simulation_result_id: result_id, message: "Goodbye", end_conversation: true },
  });
  for (;;) {
    const { outcome, simulation_run_id: run_id } = await storedConversation(world.calls, result_id);
    if (outcome !== null) return { result_id, run_id };
    await sleep(10);
  }
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
  changes(
    "call",
    ["queue_simulation_run"],
    async (world) => {
      const { simulation_id } = await simulationOf(world);
      const { body } = await world.calls("GET", `/v1/simulation/${simulation_id}`);
      // Nothing listens there, so the call ends after four attempts.
      const to = ["--to", "ws://127.0.0.1:9/", "--simulation", String(simulation_id)];
      return ["call", String(body.digital_human_ids[0]), ...to, "--poll", "0.2", "--json"];
    },
    { ends: 9, may_end: [9], waits_ms: 10_000 },
  ),
  changes("sim end", ["end_conversations"], async (world) => {
    const { result_id } = await conversationOf(world);
    return ["sim", "end", result_id];
  }),
  changes("sim update-result", ["update_simulation_result"], async (world) => {
    const { result_id } = await conversationOf(world);
    return ["sim", "update-result", result_id, "--set", 'tags=["a"]'];
  }),
  changes("sim reevaluate", ["re_evaluate_simulation_result"], async (world) => {
    const { result_id } = await evaluatedConversationOf(world);
    return ["sim", "reevaluate", result_id];
  }),
  changes(
    "sim delete-result",
    ["delete_simulation_result"],
    async (world) => {
      const { result_id } = await evaluatedConversationOf(world);
      return ["sim", "delete-result", result_id, "--yes"];
    },
    { may_end: [5] },
  ),
  changes(
    "sim delete-run",
    ["delete_simulation_run"],
    async (world) => {
      const { run_id } = await evaluatedConversationOf(world);
      return ["sim", "delete-run", String(run_id), "--yes"];
    },
    { may_end: [5] },
  ),
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
    () => [...["release", "check", "8", "--max-wait", "10", "--poll", "0.2"], "--json"],
    { may_end: [9], waits_ms: 13_000 },
  ),
  changes(
    "release compare",
    ["queue_http_text_simulation_run"],
    () => [...["release", "compare", "8", "1", "2", "--max-wait", "10", "--poll", "0.2"], "--json"],
    { may_end: [9], waits_ms: 15_000 },
  ),
  {
    command: "listen",
    argv: async (world) => {
      const { agent_id } = await makeAgent(world.calls, { name: world.name, http_webhook_key: "whsec" });
      return ["listen", "--listen", "127.0.0.1:0", "--agent", String(agent_id)];
    },
    endless: true,
  },
  // No agent dials in.
  {
    command: "voice listen",
    argv: async (world) => {
      const { simulation_id } = await simulationOf(world);
      const { body } = await world.calls("GET", `/v1/simulation/${simulation_id}`);
      return ["voice", "listen", String(body.digital_human_ids[0]), "--listen", "127.0.0.1:0"];
    },
    endless: true,
    ends: 130,
  },
  {
    command: "watch",
    argv: async (world) => {
      const { agent_id } = await makeAgent(world.calls, { name: world.name });
      return ["watch", "--agent", String(agent_id), "--poll", "0.2"];
    },
    endless: true,
  },
];
