// Calls over a voice line: of a team to its agent, and of a hostile organization to one that floods the line.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 500;

/** A voice agent of a seed, with a simulation of one caller. */
export const voiceSeed = (id) => ({
  agent: { id, name: "Front desk", mode: "VOICE" },
  simulation: {
    id,
    name: "Appointments",
    agent_id: id,
    digital_humans: [
      {
        id: 10 * id,
        name: "Ana",
        intent: "Wants a check-up with Dr Patel on Tuesday morning. The full name is Ana Diaz.",
      },
    ],
  },
});

/** Starts an agent in a process of its own. */
export async function startVoice(file, flags = []) {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...flags], {
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [websocket_url] = await once(createInterface(child.stdout), "line");
  return { websocket_url, close: () => child.kill() };
}

/** Makes a call, and returns how late the frames of the caller were, in milliseconds. Undefined if `isOver` came first. */
export async function call(url, key, { simulation_id, websocket_url }, isOver) {
  const ask = async (method, path, body) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const queued = await ask("POST", "/v1/queue-simulation-run", { simulation_id, websocket_url });
  const [id] = queued.simulation_result_ids;
  for (;;) {
    await sleep(LOOK_MS);
    const { simulation_result } = await ask("GET", `/v1/retrieve-simulation-result/${id}`);
    if (simulation_result.outcome) return simulation_result.call?.frames;
    if (isOver()) return undefined;
  }
}
