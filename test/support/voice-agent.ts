/**
 * Agents for voice calls: the fixture in a separate process, and small ones written from the published guide.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { makeAgent, makeDigitalHuman, makeSimulation } from "./make.ts";
import type { Calls } from "./service.ts";

const AGENTS = resolve(import.meta.dirname, "../../fixtures/agents");

/** Starts agents. They all end with the test file, because tests may run concurrently. */
export function useVoiceAgents() {
  const children: ChildProcess[] = [];
  const servers: WebSocketServer[] = [];
  afterAll(() => {
    for (const child of children.splice(0)) child.kill();
    for (const server of servers.splice(0)) {
      for (const socket of server.clients) socket.terminate();
      server.close();
    }
  });
  return {
    /** A fixture with these flags. Returns its URL. */
    async fixture(
      flags: readonly string[] = [],
      env: Readonly<Record<string, string>> = {},
      file: "voice-agent.mjs" | "twilio-voice-agent.mjs" = "voice-agent.mjs",
    ): Promise<string> {
      const child = spawn(process.execPath, [join(AGENTS, file), "--port", "0", ...flags], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { PATH: process.env["PATH"] ?? "", ...env },
      });
      children.push(child);
      const [line] = await once(createInterface(child.stdout), "line");
      return String(line);
    },
    /** An agent in this process. */
    async serve(
      answer: (socket: WebSocket, headers: NodeJS.Dict<string | string[]>) => void,
    ): Promise<string> {
      const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
      servers.push(server);
      server.on("connection", (socket, request) => {
        socket.on("error", () => undefined);
        answer(socket, request.headers);
      });
      await once(server, "listening");
      const address = server.address();
      return `ws://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
    },
  };
}

/**
 * An agent that says one text after the other, each after the digital human has spoken or has been silent for
 * `patience_ms`. It sends its words. After the last one, it waits as long again, and hangs up.
 */
export function saying(texts: readonly string[], patience_ms = 4000) {
  return (socket: WebSocket): void => {
    let turn = 0;
    let waiting: NodeJS.Timeout | undefined;
    const event = (type: string, data: object) => socket.send(JSON.stringify({ type, data }));
    const wait = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void next(), patience_ms);
    };
    const next = async () => {
      const text = texts[turn++];
      if (text === undefined) return socket.close(1000);
      const data = { utterance_id: `turn-${turn}`, text };
      event("speech.started", data);
      await sendPaced(socket, soundBytes(700));
      if (socket.readyState !== socket.OPEN) return;
      event("speech.completed", data);
      wait();
    };
    socket.on("close", () => clearTimeout(waiting));
    socket.on("message", (data, isBinary) => {
      if (isBinary) return;
      const { type } = JSON.parse(String(data));
      if (type === "speech.started") clearTimeout(waiting);
      if (type !== "speech.completed") return;
      if (turn < texts.length) setTimeout(() => void next(), 300);
      else wait();
    });
    setTimeout(() => void next(), 300);
  };
}

/** Speech-like sound of this length, as bytes of PCM. */
export function soundBytes(ms: number, level = 6000, rate = 16_000): Buffer {
  const samples = Math.round((ms * rate) / 1000);
  const bytes = Buffer.alloc(2 * samples);
  for (let at = 0; at < samples; at++)
    bytes.writeInt16LE(Math.round(level * Math.sin((2 * Math.PI * 300 * at) / rate)), 2 * at);
  return bytes;
}

/** Sends audio in frames of 20 ms, in real time. */
export async function sendPaced(socket: WebSocket, bytes: Buffer, size = 640): Promise<void> {
  const begin = performance.now();
  for (let at = 0, frame = 0; at < bytes.length && socket.readyState === socket.OPEN; at += size, frame++) {
    const wait = begin + frame * 20 - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    socket.send(bytes.subarray(at, at + size));
  }
}

/** A caller who wants what the agents of the fixtures offer. */
export const BOOKER = {
  intent: "Wants a check-up with Dr Patel on Tuesday morning. The full name is Ana Diaz.",
  creativity: 0,
};

/** One simulation of a voice agent for the tests of a file, and its digital humans. */
export function useVoiceCalls(calls: Calls) {
  let simulation_id: number;
  beforeAll(async () => {
    const { agent_id } = await makeAgent(calls, { mode: "VOICE" });
    ({ id: simulation_id } = await makeSimulation(calls, { agent_id }));
  });
  /** Creates a digital human, which wants an appointment unless the fields say otherwise. Returns its id. */
  async function caller(fields: Parameters<typeof makeDigitalHuman>[1] = {}): Promise<number> {
    const { id } = await makeDigitalHuman(calls, { ...BOOKER, ...fields }, [simulation_id]);
    return id;
  }
  return {
    get simulation_id() {
      return simulation_id;
    },
    caller,
    /** Lets a new digital human call. Resolves to the conversation when it is over. */
    async call(websocket_url: string, fields: Parameters<typeof makeDigitalHuman>[1] = {}, more = {}) {
      const digital_human_ids = [await caller(fields)];
      const [result] = await callAll(calls, { simulation_id, digital_human_ids, websocket_url, ...more });
      return result;
    },
  };
}

/**
 * Calls an agent with the digital humans of a simulation. Resolves to the conversations when all are over.
 * @param look_ms how often the test checks; the service answers in the thread in which the calls are made
 */
export async function callAll(calls: Calls, body: Readonly<Record<string, unknown>>, look_ms = 100) {
  const { status, body: run } = await calls("POST", "/v1/queue-simulation-run", body);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(run)}`);
  const ids: string[] = run.simulation_result_ids.map(String);
  for (;;) {
    const results = await Promise.all(
      ids.map(
        async (id) => (await calls("GET", `/v1/retrieve-simulation-result/${id}`)).body.simulation_result,
      ),
    );
    if (results.every(({ outcome }) => outcome !== null)) return results;
    await new Promise((resolve) => setTimeout(resolve, look_ms));
  }
}

/** A thread that only wakes every 20 ms. Its lateness is the machine's share of the frames' lateness. */
const IDLE = `
  const { parentPort } = require("node:worker_threads");
  const late = [];
  const begin = performance.now();
  const wake = () => {
    late.push(performance.now() - begin - late.length * 20);
    setTimeout(wake, Math.max(0, begin + late.length * 20 - performance.now()));
  };
  wake();
  parentPort.on("message", () => {
    late.sort((a, b) => a - b);
    parentPort.postMessage(late[Math.floor(0.99 * (late.length - 1))]);
  });`;

/** Starts an idle timer next to calls. `p99_ms` ends it and returns its lateness. */
export function idleTimer() {
  const worker = new Worker(IDLE, { eval: true });
  return {
    async p99_ms(): Promise<number> {
      worker.postMessage("end");
      const [late] = await once(worker, "message");
      await worker.terminate();
      return Math.round(late);
    },
  };
}
