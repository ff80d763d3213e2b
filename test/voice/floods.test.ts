/** Agents that send more than a line can accept. Each message takes time from other calls. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { useCli } from "../support/cli.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { type Served, startService } from "../support/served.ts";
import { type Calls, callsWith, useService } from "../support/service.ts";
import { BOOKER, callAll, saying, useVoiceAgents, useVoiceCalls } from "../support/voice-agent.ts";

const { acme } = useService();
const agents = useVoiceAgents();
const { call } = useVoiceCalls(acme);

/** Sends in bursts, as fast as the other side takes it, until the connection ends. */
function flood(socket: WebSocket, send: (socket: WebSocket) => void): void {
  const flooding = setInterval(() => {
    for (let sent = 0; sent < 1000 && socket.bufferedAmount < 1e6; sent++) send(socket);
  }, 10);
  socket.on("close", () => clearInterval(flooding));
}

describe.each<[string, (socket: WebSocket) => void]>([
  ["samples one by one", (socket) => socket.send(Buffer.alloc(2))],
  ["empty messages", (socket) => socket.send(Buffer.alloc(0))],
])("an agent that sends %s without end", (_, send) => {
  test.concurrent("ends the call with flooded, and never passes", async () => {
    const url = await agents.serve((socket) => flood(socket, send));
    const result = await call(url);
    expect(result).toMatchObject({ end_reason: "flooded", outcome: "incompleted" });
    expect(result.outcome_reason).toContain("more than 10000 messages in a second");
  });
});

test.concurrent("a message in more parts than any needs ends the call with flooded", async () => {
  const url = await agents.serve((socket) => {
    flood(socket, () => socket.send(Buffer.alloc(0), { fin: false }));
  });
  expect(await call(url)).toMatchObject({ end_reason: "flooded", outcome: "incompleted" });
});

test.concurrent.each([
  ["pings", (socket: WebSocket) => socket.ping("are you there?")],
  ["pongs", (socket: WebSocket) => socket.pong("here I am")],
])("twenty thousand %s leave the call as it is", async (_, send) => {
  let answers = 0;
  const url = await agents.serve((socket) => {
    socket.on("pong", () => answers++);
    for (let sent = 0; sent < 20_000; sent++) send(socket);
    saying(["Clinic front desk. Which day would you like?", "You are booked for Tuesday.", "Goodbye!"])(
      socket,
    );
  });
  const result = await call(url);
  expect(["hung_up_by_agent", "goal_reached"]).toContain(result.end_reason);
  const said = result.call.timeline.filter(({ speaker }: { speaker: string }) => speaker === "AGENT");
  expect(said.length).toBeGreaterThanOrEqual(2);
  expect(answers).toBeLessThan(1000);
});

test.concurrent("words beyond the limits are reported and not used, and the call continues", async () => {
  const errors: string[] = [];
  const url = await agents.serve((socket) => {
    socket.on("message", (data, isBinary) => {
      if (isBinary) return;
      const { type, data: fields } = JSON.parse(String(data));
      if (type === "session.error") errors.push(fields.message);
    });
    const tell = (text: string) => socket.send(JSON.stringify({ type: "speech.started", data: { text } }));
    tell("word ".repeat(401));
    for (let text = 0; text < 40; text++) tell(`text ${text}`);
    saying(["Clinic front desk. Which day would you like?", "You are booked for Tuesday.", "Goodbye!"])(
      socket,
    );
  });
  const result = await call(url);
  expect(["hung_up_by_agent", "goal_reached"]).toContain(result.end_reason);
  expect(errors).toContain("a text has more than 2000 characters; these words are not used");
  expect(errors).toContain("more than 10 texts came in a second; these words are not used");
  expect(JSON.stringify(result.transcript)).not.toContain("text 39");
});

describe("while an agent in another process sends", () => {
  const parley = useCli();
  let served: Served;
  let calls: Calls;
  let simulation_id: number;
  beforeAll(async () => {
    const seed = join(parley.home, "seed.yaml");
    writeFileSync(
      seed,
      JSON.stringify({ kind: "Seed", organizations: [{ name: "acme", api_key: "pk_acme", agents: [] }] }),
    );
    served = await startService(parley, "--data", join(parley.home, "data"), "--seed", seed);
    calls = callsWith(served.url, "pk_acme");
    const { agent_id } = await makeAgent(calls, { mode: "VOICE" });
    ({ id: simulation_id } = await makeSimulation(calls, { agent_id }));
  }, 60_000);
  const started: ChildProcess[] = [];
  afterAll(async () => {
    for (const child of started) child.kill();
    await served.stop("SIGKILL");
  });

  /** An agent in its own process that sends this without end. Returns its URL. */
  async function hostile(send: string): Promise<string> {
    const program = `
      const { WebSocketServer } = require("ws");
      const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
      server.on("listening", () => console.log("ws://127.0.0.1:" + server.address().port + "/"));
      server.on("connection", (socket) => {
        socket.on("error", () => undefined);
        const timer = setInterval(() => {
          for (let n = 0; n < 500 && socket.bufferedAmount < 4e6 && socket.readyState === 1; n++) { ${send} }
        }, 5);
        setTimeout(() => socket.close(1000), 6000);
        socket.on("close", () => clearInterval(timer));
      });`;
    const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
    started.push(child);
    const [line] = await once(createInterface(child.stdout), "line");
    return String(line);
  }

  test.each([
    ["tiny frames", "socket.send(Buffer.alloc(2));"],
    ["fragments", "socket.send(Buffer.alloc(2), { fin: false });"],
    ["pings", "socket.ping('x');"],
    ["junk", "socket.send('{' + Math.random());"],
    [
      "events with words",
      "socket.send(JSON.stringify({ type: 'speech.started', data: { text: 'caller-goal '.repeat(1500) + n } }));",
    ],
    [
      "sixty long texts in a second",
      `if (n === 0 && (socket.ticks = (socket.ticks ?? 0) + 1) % 3 === 0)
        socket.send(JSON.stringify({ type: "speech.started", data: { text: ("for Which day? " + socket.ticks).repeat(120).slice(0, 1990) } }));`,
    ],
    ["messages of 1 MB", "socket.send(Buffer.alloc(1024 * 1024, n));"],
  ])(
    "%s, the service answers as fast as without",
    async (_, send) => {
      const { id } = await makeDigitalHuman(calls, BOOKER, [simulation_id]);
      const idle = await slowest(new Promise((resolve) => setTimeout(resolve, 1500)));
      const body = { simulation_id, digital_human_ids: [id], websocket_url: await hostile(send) };
      const made = callAll(calls, body);
      const busy = await slowest(made);
      const [{ outcome }] = await made;
      expect(outcome).not.toBe("passed");
      if (process.env["SHOW"])
        console.log(_, "idle", idle, "busy", busy, (await made)[0].end_reason, (await made)[0].call?.frames);
      expect(busy).toBeLessThan(idle + 100);
    },
    120_000,
  );

  /** The slowest of the answers of `/healthz` but one in a hundred, until `over` resolves, in milliseconds. */
  async function slowest(over: Promise<unknown>): Promise<number> {
    const times: number[] = [];
    let isOver = false;
    void over.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const began = performance.now();
      await fetch(`${served.url}/healthz`);
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    times.sort((a, b) => a - b);
    return times[Math.floor(0.99 * (times.length - 1))] ?? 0;
  }
});
