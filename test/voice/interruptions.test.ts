/** A digital human that interrupts because of what the agent says. */
import { expect, test } from "vitest";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { callAll, sendPaced, soundBytes, useVoiceAgents } from "../support/voice-agent.ts";

const { acme } = useService();
const agents = useVoiceAgents();

/** Speaks its text for four seconds, sends the words at both ends, and hangs up a second later. */
const talker = (text: string) =>
  agents.serve(async (socket) => {
    const data = { utterance_id: "one", text };
    socket.send(JSON.stringify({ type: "speech.started", data }));
    await sendPaced(socket, soundBytes(4000));
    socket.send(JSON.stringify({ type: "speech.completed", data }));
    setTimeout(() => socket.close(1000), 1000);
  });

async function call(text: string, fields: object = {}, more: object = {}) {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  const interruptions = {
    type: "contextual",
    contextual_prompt: "Interrupt when the agent asks for your name.",
  };
  const caller = {
    intent: "Wants a check-up. The full name is Ana Diaz.",
    creativity: 0,
    interruptions,
    ...fields,
  };
  await makeDigitalHuman(acme, caller, [simulation_id]);
  const [result] = await callAll(acme, { simulation_id, websocket_url: await talker(text), ...more });
  return result;
}

test.concurrent.each([
  ["that says nothing about who opens", {}],
  ["that leaves opening to the agent", { speaks_first_config: { speaks_first: false } }],
])(
  "one %s breaks in once, in the middle of the sentence that fits a contextual prompt",
  async (_, fields) => {
    const { call: made } = await call("We are open all day today. What is your full name, please?", fields);
    expect(made.interruptions).toBe(1);
    const [agent, said] = made.timeline;
    expect(agent.speaker).toBe("AGENT");
    expect(said).toMatchObject({ speaker: "USER", about: "interruption" });
    // The question begins with the 27th character and ends with the 59th. People say about 14 per second.
    expect(said.start_offset_ms).toBeGreaterThan(27_000 / 14);
    expect(said.start_offset_ms).toBeLessThan(agent.end_offset_ms);
  },
);

test.concurrent("one that may break in at any time breaks into the agent's first words, which it leaves to the agent", async () => {
  const fields = { interruptions: { type: "high" }, speaks_first_config: { speaks_first: false } };
  const { call: made } = await call(
    "Good morning and welcome to the clinic, what can I do for you today?",
    fields,
    {
      seed: "one",
    },
  );
  expect(made.interruptions).toBeGreaterThanOrEqual(1);
  const [agent, said] = made.timeline;
  expect(agent.speaker).toBe("AGENT");
  expect(said).toMatchObject({ speaker: "USER", about: "interruption" });
  expect(said.start_offset_ms).toBeLessThan(agent.end_offset_ms);
});

test.concurrent("does not break in when nothing fits", async () => {
  const { call: made } = await call("We are open all day today. Which day would you like to come?");
  expect(made.interruptions).toBe(0);
});

test.concurrent("marks of audio that an interruption drops are answered then, each once", async () => {
  const text = "Let me see. One moment, please, and then I look at everything that we have for you.";
  const told: { type: string; at_ms: number; name?: string }[] = [];
  const websocket_url = await agents.serve((socket) => {
    let frames = 0;
    socket.on("message", (data: Buffer, isBinary) => {
      if (!isBinary) {
        const { type, ts_ms, data: { name } = {} as { name?: string } } = JSON.parse(data.toString());
        told.push({ type, at_ms: ts_ms, ...(name !== undefined && { name }) });
      } else if (++frames === 10) {
        socket.send(JSON.stringify({ type: "speech.started", data: { text } }));
        for (const name of ["half", "whole"]) {
          socket.send(soundBytes(5000));
          socket.send(JSON.stringify({ type: "mark", data: { name } }));
        }
        setTimeout(() => socket.close(1000), 6000);
      }
    });
  });
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  const interruptions = {
    type: "keywords",
    keyword_responses: [{ keyword: "moment", response: "Tuesday, please.", probability: 1 }],
  };
  await makeDigitalHuman(acme, { intent: "Wants a check-up.", creativity: 0, interruptions }, [
    simulation_id,
  ]);
  const [{ call: made }] = await callAll(acme, { simulation_id, websocket_url });
  expect(made.interruptions).toBe(1);
  const begun = told.find(({ type }) => type === "speech.started");
  const marks = told.filter(({ type }) => type === "mark");
  expect(marks.map(({ name }) => name)).toEqual(["half", "whole"]);
  for (const { at_ms } of marks) expect(at_ms - (begun?.at_ms ?? 0)).toBeLessThanOrEqual(40);
});

test("its first sample is on the wire within 40 ms of the word that it breaks in for", async () => {
  const text =
    "Let me see. One moment, please, and then I look at everything that we have on that day for you.";
  let frames = 0;
  /**
   * On the clock of the line, however busy this machine is: when the text arrived, and when the interruption
   * was signalled.
   */
  let told_ms = 0;
  let signalled_ms: number | undefined;
  let first: Buffer | undefined;
  const websocket_url = await agents.serve((socket) => {
    socket.on("message", (data: Buffer, isBinary) => {
      if (!isBinary) {
        const { type, ts_ms } = JSON.parse(data.toString());
        if (type === "mark") told_ms = ts_ms;
        if (type === "speech.started") signalled_ms ??= ts_ms;
        return;
      }
      frames++;
      if (signalled_ms !== undefined) first ??= data;
      // Before the digital human says hello.
      if (frames === 10) {
        socket.send(JSON.stringify({ type: "mark", data: { name: "now" } }));
        socket.send(JSON.stringify({ type: "speech.started", data: { text } }));
        socket.send(soundBytes(7000));
      }
      if (first) socket.close(1000);
    });
  });
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  const interruptions = {
    type: "keywords",
    keyword_responses: [{ keyword: "everything", response: "Tuesday, please.", probability: 1 }],
  };
  await makeDigitalHuman(acme, { intent: "Wants a check-up.", creativity: 0, interruptions }, [
    simulation_id,
  ]);
  const [{ call: made }] = await callAll(acme, { simulation_id, websocket_url });
  expect(made.interruptions).toBe(1);
  const planned_ms = ((text.indexOf("everything") + "everything".length) / 14) * 1000;
  expect(Math.abs((signalled_ms ?? 0) - told_ms - planned_ms)).toBeLessThanOrEqual(40);
  expect(first?.some((byte) => byte !== 0)).toBe(true);
});
