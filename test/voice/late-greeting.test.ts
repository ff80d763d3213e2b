/**
 * Agents whose greeting comes late, or is never heard. The timing is fixed, so it does not matter how busy
 * the machine is.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { asMulaw } from "../support/telephone-agent.ts";
import { callAll, soundBytes, useVoiceAgents } from "../support/voice-agent.ts";

const SEED = resolve(import.meta.dirname, "../../fixtures/seed.yaml");

const service = useService();
const demo = useService(() => parse(readFileSync(SEED, "utf8")));
const { acme } = service;
const agents = useVoiceAgents();

test.concurrent("a caller of the sample lets an agent greet that takes two seconds, once its simulation says so", async () => {
  const websocket_url = await agents.serve((socket) => {
    socket.on("message", async (data) => {
      const { event, start } = JSON.parse(String(data));
      if (event !== "start") return;
      await sleep(2000);
      const payload = asMulaw(soundBytes(600, 6000, 8000)).toString("base64");
      socket.send(JSON.stringify({ event: "media", streamSid: start.streamSid, media: { payload } }));
      setTimeout(() => socket.close(1000), 1500);
    });
  });
  const local = demo.withKey("pk_local_acme");
  await local("PUT", "/v1/simulation/7", { opening_patience_ms: null });
  const call = { simulation_id: 7, digital_human_ids: [501], num_runs: 1, websocket_url, dialect: "twilio" };
  const [result] = await callAll(local, call);
  expect(result.call.timeline[0]).toMatchObject({ speaker: "AGENT" });
});

test.concurrent("a greeting that was reported and never heard does not move the tool calls that follow it", async () => {
  const websocket_url = await agents.serve((socket, headers) => {
    const simulation_result_id = String(headers["x-simulation-result-id"]);
    const report = (body: object) =>
      acme("POST", "/v1/send-http-text-message", { simulation_result_id, ...body });
    const answers = [
      async () => {
        await report({ message: "Which day would you like?" });
        socket.send(soundBytes(700));
      },
      async () => {
        await report({ type: "tool_call", name: "book", parameters: {}, output: {} });
        await report({ message: "It has been booked." });
        socket.send(soundBytes(700));
      },
      async () => socket.close(1000),
    ];
    void report({ message: "Clinic front desk." });
    socket.on("message", async (data, isBinary) => {
      if (isBinary || JSON.parse(String(data)).type !== "speech.completed") return;
      await sleep(300);
      await answers.shift()?.();
    });
  });
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  const success_criteria =
    '@rules\npass when agent says "booked" after tool book called\npass when agent says "which day" before tool book called';
  const ana = { intent: "Wants a check-up on Tuesday. The full name is Ana Diaz.", creativity: 0 };
  await makeDigitalHuman(acme, { ...ana, success_criteria }, [simulation_id]);
  const [result] = await callAll(acme, { simulation_id, websocket_url });
  // The number of messages differs from the number of turns on the line, because the greeting has no turn of
  // its own there.
  expect(
    result.transcript
      .slice(0, 3)
      .map(({ role }: { role: string }) => role)
      .toSorted(),
  ).toEqual(["AGENT", "AGENT", "USER"]);
  expect(result.call.timeline.slice(0, 2).map(({ speaker }: { speaker: string }) => speaker)).toEqual([
    "USER",
    "AGENT",
  ]);
  expect(result.criteria.held).toContain("Success criteria");
});
