/** Twenty calls at once, with a voice agent in a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { KEY, startService, useFolder } from "../support/processes.mjs";
import { quantile, summary } from "../support/statistics.mjs";

export const title = "Voice";

const CALLS = 20;
/** After this time, calls have begun and are still in progress. */
const BEGUN_MS = 3000;
const WATCHED_MS = 12_000;
const FRAME_MS = 20;
const AGENT = resolve(import.meta.dirname, "../../fixtures/agents/voice-agent.mjs");

const seed = {
  kind: "Seed",
  organizations: [
    {
      name: "bench",
      api_key: KEY,
      agents: [{ id: 101, name: "Front desk", mode: "VOICE" }],
      simulations: [
        {
          id: 7,
          name: "Appointments",
          agent_id: 101,
          digital_humans: [
            {
              id: 501,
              name: "Ana",
              intent: "Wants a check-up with Dr Patel on Tuesday morning. The full name is Ana Diaz.",
              creativity: 0,
              background_noise: "cafe",
              audio_quality: "medium",
              num_runs: CALLS,
            },
          ],
        },
      ],
    },
  ],
};

const single = (median) => ({ median, low: median, high: median, rounds: 1 });

export async function measure() {
  const { share, grown_mb, frames, idle_ms, passed } = await callAll();
  const late = (field) => summary(frames.map((one) => one[field]));
  return [
    {
      unit: "ms, frames of 20 calls later than their time",
      rows: [
        { what: "median of a call", ...late("late_p50_ms") },
        { what: "p99 of a call", at_most: 10, ...late("late_p99_ms") },
        { what: "p99 of a timer in an idle process beside them", ...single(idle_ms) },
      ],
    },
    {
      unit: "20 calls over noise and a telephone line",
      rows: [
        { what: "calls that reached their goal", at_least: CALLS, ...single(passed) },
        { what: "calls that one core can carry, by processor time", ...single(CALLS / share) },
        { what: "memory of the service for each, kB", ...single((grown_mb * 1024) / CALLS) },
      ],
    },
  ];
}

async function callAll() {
  const folder = useFolder();
  const service = await startService(folder.path, seed, ["--data", join(folder.path, "data")]);
  const agent = spawn(process.execPath, [AGENT, "--port", "0"], {
    env: { PATH: process.env.PATH, PARLEY_BASE_URL: service.url, PARLEY_API_KEY: KEY },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const api = async (method, path, body) => {
    const answer = await fetch(`${service.url}/v1/${path}`, {
      method,
      headers: { "x-api-key": KEY, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const run = (websocket_url, fields = {}) =>
    api("POST", "queue-simulation-run", { simulation_id: 7, websocket_url, seed: "1", ...fields });
  try {
    const [websocket_url] = await once(createInterface({ input: agent.stdout }), "line");
    // The modules that the first call loads do not count for any call.
    const [first] = (await run(websocket_url, { num_runs: 1 })).simulation_result_ids;
    await ended(api, [first]);
    const { now_mb } = service.memory();
    service.forgetPeak();
    const { simulation_result_ids: ids } = await run(websocket_url);
    await sleep(BEGUN_MS);
    const [used, began] = [service.processorTime(), performance.now()];
    const idle_ms = await idleTimer(WATCHED_MS);
    const share = (service.processorTime() - used) / (performance.now() - began);
    const grown_mb = service.memory().peak_mb - now_mb;
    const results = await ended(api, ids);
    const passed = results.filter(({ outcome }) => outcome === "passed").length;
    return { share, grown_mb, idle_ms, passed, frames: results.map(({ call }) => call.frames) };
  } finally {
    agent.kill();
    await service.stop();
    folder.remove();
  }
}

/** The conversations once all are over. It polls rarely, because answering is work for the service. */
async function ended(api, ids) {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await sleep(3000)) {
    const { simulation_result: last } = await api("GET", `retrieve-simulation-result/${ids.at(-1)}`);
    if (last.outcome === null) continue;
    const results = await Promise.all(ids.map((id) => api("GET", `retrieve-simulation-result/${id}`)));
    const found = results.map(({ simulation_result }) => simulation_result);
    if (found.every(({ outcome }) => outcome !== null)) return found;
  }
  throw new Error("the calls did not end in two minutes");
}

/** How late a timer of 20 ms is in this process, which does nothing else. */
async function idleTimer(milliseconds) {
  const late = [];
  const began = performance.now();
  for (let due = 0; due < milliseconds; due += FRAME_MS) {
    const wait = began + due - performance.now();
    if (wait > 0) await sleep(wait);
    late.push(performance.now() - began - due);
  }
  late.sort((a, b) => a - b);
  return quantile(late, 0.99);
}
