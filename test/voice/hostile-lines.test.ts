/** Calls of another organization beside telephone lines that send more than any call can hear. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { makeAgent, makeDigitalHuman, makePrompts, makeSimulation } from "../support/make.ts";
import { type Served, startService } from "../support/served.ts";
import { type Calls, callsWith } from "../support/service.ts";
import { BOOKER, callAll, idleTimer } from "../support/voice-agent.ts";

const parley = useCli();
const started: ChildProcess[] = [];
let served: Served;
/** The simulation of the organization that is called beside the hostile ones, and its agent. */
let quiet: Simulation;
let hostile: Simulation;
let quietAgent: string;

interface Simulation {
  readonly calls: Calls;
  readonly simulation_id: number;
}

beforeAll(async () => {
  const seed = join(parley.home, "seed.yaml");
  const organizations = ["quiet", "hostile"].map((name) => ({ name, api_key: `pk_${name}`, agents: [] }));
  writeFileSync(seed, JSON.stringify({ kind: "Seed", organizations }));
  served = await startService(parley, "--data", join(parley.home, "data"), "--seed", seed);
  quiet = await simulationOf("pk_quiet");
  hostile = await simulationOf("pk_hostile");
  quietAgent = await spawned([resolve("fixtures/agents/voice-agent.mjs"), "--port", "0"]);
}, 60_000);

afterAll(async () => {
  for (const child of started) child.kill();
  await served.stop("SIGKILL");
});

async function simulationOf(key: string): Promise<Simulation> {
  const calls = callsWith(served.url, key);
  const { agent_id, path } = await makeAgent(calls, { mode: "VOICE" });
  await makePrompts(calls, path, [], ["production"]);
  const { id: simulation_id } = await makeSimulation(calls, { agent_id });
  return { calls, simulation_id };
}

/** Starts a program that prints its address. */
async function spawned(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  const [line] = await once(createInterface(child.stdout), "line");
  return String(line);
}

/** A telephone agent in its own process that runs `every` at these intervals on each of its streams, for 25 s. */
const flooding = (interval_ms: number, every: string) =>
  spawned([
    "-e",
    `
    const { createServer } = require("node:http");
    const { WebSocketServer } = require("ws");
    const server = createServer((_, response) =>
      response.end('<Response><Connect><Stream url="ws://127.0.0.1:' + server.address().port + '/media"/></Connect></Response>'));
    const media = (bytes) => JSON.stringify({ event: "media", media: { payload: Buffer.alloc(bytes, 1).toString("base64") } });
    const LARGE = media(780_000), SMALL = media(160), TINY = media(1);
    new WebSocketServer({ server, path: "/media" }).on("connection", (socket) => {
      socket.on("error", () => undefined);
      const timer = setInterval(() => { if (socket.readyState === 1 && socket.bufferedAmount < 8e6) { ${every} } }, ${interval_ms});
      setTimeout(() => socket.close(1000), 25_000);
      socket.on("close", () => clearInterval(timer));
    });
    server.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port + "/voice"));`,
  ]);

async function call({ calls, simulation_id }: Simulation, num_runs: number, body: object) {
  const { id } = await makeDigitalHuman(calls, { ...BOOKER, num_runs }, [simulation_id]);
  return callAll(calls, { simulation_id, digital_human_ids: [id], ...body }, 500);
}

test.each([
  ["messages of 1 MB on a line", 1, 10, "socket.send(LARGE);"],
  ["messages of 1 MB on five lines", 5, 40, "socket.send(LARGE);"],
  ["9,000 messages a second on five lines", 5, 10, "for (let n = 0; n < 90; n++) socket.send(SMALL);"],
  ["9,000 tiny messages a second on five lines", 5, 10, "for (let n = 0; n < 90; n++) socket.send(TINY);"],
  [
    "audio and clears by turns on five lines",
    5,
    10,
    "for (let n = 0; n < 4; n++) { socket.send(LARGE); socket.send(JSON.stringify({ event: 'clear' })); }",
  ],
])(
  "%s do not delay another organization's call",
  { timeout: 120_000 },
  async (_, num_runs, interval_ms, every) => {
    const websocket_url = await flooding(interval_ms, every);
    const flooded = call(hostile, num_runs, { websocket_url, dialect: "twilio" });
    const idle = idleTimer();
    const [beside] = await call(quiet, 1, { websocket_url: quietAgent });
    const idle_ms = await idle.p99_ms();
    const { late_p99_ms, late_max_ms } = beside.call.frames;
    const told = `${_}: frames p99 ${late_p99_ms} ms, latest ${late_max_ms} ms; an idle timer beside them: p99 ${idle_ms} ms`;
    if (process.env["SHOW"]) console.log(told, JSON.stringify((await flooded)[0].call));
    expect(beside.outcome).toBe("passed");
    for (const { outcome, call } of await flooded) {
      expect(outcome).not.toBe("passed");
      const [last] = call.remarks.slice(-1);
      expect(last.code).toMatch(/^too_(?:fast|far_ahead)$/);
      expect(last.message).toMatch(
        /^[\d.]+ (?:messages \(\d+ bytes\)|s of audio) came .*, and were dropped$/,
      );
    }
    expect(late_p99_ms, told).toBeLessThanOrEqual(10 + idle_ms);
  },
);
