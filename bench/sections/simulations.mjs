/** Text simulations against an agent that answers at once, so that the remaining time is Parley's. */
import { setTimeout as sleep } from "node:timers/promises";
import { KEY, startServer, startService, useFolder } from "../support/processes.mjs";
import { summary } from "../support/statistics.mjs";

export const title = "Simulations";

const seed = (desk, max_concurrent, num_runs) => ({
  kind: "Seed",
  organizations: [
    {
      name: "bench",
      api_key: KEY,
      agents: [{ id: 101, name: "Order desk", mode: "TEXT", http_webhook: `${desk}/agent` }],
      simulations: [
        {
          id: 7,
          name: "Orders",
          agent_id: 101,
          max_concurrent,
          opening_patience_ms: 0,
          digital_humans: [
            {
              id: 501,
              name: "Cancel",
              intent: "I want to cancel my order.",
              role_description: "You are Ann Lee. Your order number is A-4471.",
              num_runs,
            },
          ],
        },
      ],
    },
  ],
});

export async function measure() {
  const one = await play(1, 1000);
  const thousand = await play(1000, 1000);
  const { conversations, seconds, grown_mb, turns } = thousand;
  return [
    {
      unit: "ms, the agent's message in → the digital human's out",
      rows: [
        { what: "one conversation at a time", at_most: 5, ...summary(one.turns) },
        { what: "1,000 conversations at once", ...summary(turns) },
      ],
    },
    {
      unit: "1,000 conversations at once",
      rows: [
        { what: "ended conversations a second", ...single(conversations / seconds) },
        { what: "turns a second", ...single(turns.length / seconds) },
        { what: "memory of the service for each, kB", ...single((grown_mb * 1024) / conversations) },
      ],
    },
  ];
}

const single = (median) => ({ median, low: median, high: median, rounds: 1 });

async function play(max_concurrent, count) {
  const folder = useFolder();
  const desk = await startServer("order-desk.mjs");
  const service = await startService(folder.path, seed(desk.url, max_concurrent, count), [
    "--data",
    `${folder.path}/data`,
  ]);
  const post = (url, body) =>
    fetch(url, {
      method: "POST",
      headers: { "x-api-key": KEY, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  try {
    await post(`${desk.url}/begin`, { url: service.url, key: KEY });
    const { now_mb } = service.memory();
    service.forgetPeak();
    const began = performance.now();
    await post(`${service.url}/v1/queue-http-text-simulation-run`, { simulation_id: 7, seed: "1" });
    const turns = [];
    for (let ended = 0; ended < count; ) {
      await sleep(200);
      const told = await (await fetch(`${desk.url}/turns`)).json();
      turns.push(...told.turns);
      ended = told.ended;
      if (performance.now() - began > 60_000)
        throw new Error(`after a minute ${ended} of ${count} had ended`);
    }
    return {
      conversations: count,
      turns,
      seconds: (performance.now() - began) / 1000,
      grown_mb: service.memory().peak_mb - now_mb,
    };
  } finally {
    await service.stop();
    await desk.stop();
    folder.remove();
  }
}
