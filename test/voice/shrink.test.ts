/** `parley sim shrink` of calls: whether hearing or thinking is at fault, with agents that show the one and the other. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { useProgram } from "../support/in-process.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import { callAll, sendPaced, soundBytes, useVoiceAgents } from "../support/voice-agent.ts";

const service = useService();
const { acme } = service;
const cli = useProgram(service);
const agents = useVoiceAgents();

const LOST = "I did not understand you. Goodbye.";
const BOOKED = "You are booked. Goodbye.";

/** Answers the first turn with a text, after it has listened for a second to a line on which nobody speaks. */
const answering = (answer: (isNoisy: boolean) => string) => (socket: WebSocket) => {
  let [loudest, isListening] = [0, true];
  const say = async (text: string) => {
    const data = { utterance_id: text, text };
    socket.send(JSON.stringify({ type: "speech.started", data }));
    await sendPaced(socket, soundBytes(500));
    socket.send(JSON.stringify({ type: "speech.completed", data }));
  };
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) {
      for (let at = 0; isListening && at + 1 < data.length; at += 2)
        loudest = Math.max(loudest, Math.abs(data.readInt16LE(at)));
      return;
    }
    const { type } = JSON.parse(String(data));
    if (type === "speech.started") isListening = false;
    if (type !== "speech.completed") return;
    void say(answer(loudest > 50)).then(() => socket.close(1000));
  });
  setTimeout(() => void say("Hello, what can I do for you?"), 1000);
};

/** The same agent in text. */
let webhook = "";
let textAnswer = BOOKED;
const server = createServer(async (request, response) => {
  const { message, end_conversation } = (await json(request)) as {
    message: string;
    end_conversation?: boolean;
  };
  const isFirst = message === "" || /^hello\b/i.test(message);
  const said = {
    message: isFirst ? "Hello, what can I do for you?" : textAnswer,
    end_conversation: !isFirst,
  };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(end_conversation ? {} : said));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The id of a call that failed. */
async function failedCall(websocket_url: string): Promise<string> {
  const { agent_id } = await makeAgent(acme, {
    ...{ mode: "TEXT", http_webhook: webhook },
    ...{ connection_type: "WEBSOCKET", websocket_url },
  });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(
    acme,
    {
      ...{ name: "Ana", intent: "Wants a check-up.", creativity: 0, background_noise: "cafe" },
      success_criteria: '@rules\nfail when agent says "did not understand"',
    },
    [simulation_id],
  );
  const [result] = await callAll(acme, { simulation_id });
  expect(result).toMatchObject({ outcome: "failed" });
  return String(result.id);
}

const shrink = async (id: string, out: string) => {
  const words = ["sim", "shrink", id, "--out", out];
  return cli(words, { env: { PARLEY_API_KEY: ACME_KEY } });
};

test("an agent that fails only by noise: not on a clean line, and not in text", async () => {
  textAnswer = BOOKED;
  const id = await failedCall(await agents.serve(answering((isNoisy) => (isNoisy ? LOST : BOOKED))));
  const { code, stdout } = await shrink(id, "noise.yaml");
  expect(stdout).toContain("needed:\n  + background noise\n");
  expect(stdout).toContain(
    "on a clean line: no, it does not fail (0 of 1 fail), so look at what the agent hears\n",
  );
  expect(stdout).toContain("in text: no, it does not fail (0 of 1 fail), so look at what the agent hears\n");
  expect(code).toBe(0);
}, 240_000);

test("an agent that fails in text too: hearing is not the cause", async () => {
  textAnswer = LOST;
  const id = await failedCall(await agents.serve(answering(() => LOST)));
  const { code, stdout } = await shrink(id, "always.yaml");
  expect(stdout).toContain("not needed:\n  - background noise\n");
  expect(stdout).toContain(
    "on a clean line: yes, it fails too (1 of 1 fail), so noise and interruptions are not the cause\n",
  );
  expect(stdout).toContain("in text: yes, it fails too (1 of 1 fail), so hearing is not the cause\n");
  expect(code).toBe(0);
}, 240_000);
