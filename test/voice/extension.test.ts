/** A digital human that presses an extension before it speaks. */
import { expect, test } from "vitest";
import type { Body } from "../../src/contract/types.ts";
import { mulaw } from "../../src/engine/voice/g711.ts";
import { samplesOf } from "../../src/engine/voice/pcm.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { callAll, sendPaced, soundBytes, useVoiceAgents } from "../support/voice-agent.ts";

const { acme } = useService();
const agents = useVoiceAgents();

const soundFor = (ms: number) =>
  Buffer.from(mulaw.encode(samplesOf(soundBytes(ms, 6000, 8000)))).toString("base64");

/** A machine that talks for two seconds, whatever is pressed; four seconds later, a person says hello. */
async function telephone() {
  const keys: { digit: string; at_ms: number }[] = [];
  const url = await agents.serve((socket) => {
    const begin = performance.now();
    socket.on("message", (data) => {
      const { event, streamSid, dtmf } = JSON.parse(String(data));
      if (event === "dtmf") keys.push({ digit: dtmf.digit, at_ms: performance.now() - begin });
      if (event !== "start") return;
      const say = (ms: number) =>
        socket.send(JSON.stringify({ event: "media", streamSid, media: { payload: soundFor(ms) } }));
      say(2000);
      setTimeout(() => say(800), 6000);
      setTimeout(() => socket.close(1000), 11_000);
    });
  });
  return { url, keys };
}

async function call(
  websocket_url: string,
  dialect: "twilio" | "chirp",
  type: Body<"create_agent">["type"] = "INBOUND",
) {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE", type });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  const caller = {
    ...{ intent: "Wants a check-up.", creativity: 0, endpointing_delay: 0.5, extension: "12,3#" },
    speaks_first_config: { speaks_first: false },
  };
  await makeDigitalHuman(acme, caller, [simulation_id]);
  const [result] = await callAll(acme, { simulation_id, websocket_url, dialect });
  return result;
}

test.concurrent("on a telephone line, presses its keys over the machine that answers, and then waits for a person", async () => {
  const { url, keys } = await telephone();
  const { call: made, transcript, simulation_result_id, id } = await call(url, "twilio");
  expect(keys.map(({ digit }) => digit).join("")).toBe("123#");
  // The comma is a pause of two seconds.
  expect((keys[2]?.at_ms ?? 0) - (keys[1]?.at_ms ?? 0)).toBeGreaterThan(2000);
  const said = made.timeline.filter(({ speaker }: { speaker: string }) => speaker === "USER");
  expect(said[0]).toMatchObject({ about: "extension", text: "12,3#", start_offset_ms: 500, cut: null });
  expect(said[1]).toMatchObject({ about: "turn" });
  const hello = made.timeline.findLast(({ speaker }: { speaker: string }) => speaker === "AGENT");
  expect(said[1].start_offset_ms).toBeGreaterThan(hello.end_offset_ms);
  expect(JSON.stringify(transcript)).not.toContain("12,3#");
  const replayed = await acme("GET", `/v1/replay-simulation-result/${simulation_result_id ?? id}`);
  expect(replayed.body.recording, JSON.stringify(replayed.body)).toMatchObject({ same: true });
});

test.concurrent("on a CHIRP line, its tones are heard before its first word", async () => {
  const started: number[] = [];
  const heard: number[] = [];
  const url = await agents.serve(async (socket) => {
    let frames = 0;
    socket.on("message", (data: Buffer, isBinary) => {
      if (!isBinary) {
        if (JSON.parse(String(data)).type === "speech.started") started.push(frames);
        return;
      }
      if (samplesOf(data).some((sample) => Math.abs(sample) > 500)) heard.push(frames);
      frames++;
    });
    await new Promise((resolve) => setTimeout(resolve, 5000));
    await sendPaced(socket, soundBytes(800));
    setTimeout(() => socket.close(1000), 4000);
  });
  const { call: made } = await call(url, "chirp");
  // Four tones of 100 ms. None of them is signalled as speech.
  expect(heard.filter((frame) => frame < (started[0] ?? 0)).length).toBeGreaterThanOrEqual(18);
  expect(made.timeline[0]).toMatchObject({ about: "extension", start_offset_ms: 500 });
});

test.concurrent("an agent that calls gets no keys", async () => {
  const { url, keys } = await telephone();
  const { call: made } = await call(url, "twilio", "OUTBOUND");
  expect(keys).toEqual([]);
  expect(made.timeline.every(({ about }: { about: string | null }) => about !== "extension")).toBe(true);
});

test("has only keys and pauses", async () => {
  const made = (extension: string | null) =>
    acme("POST", "/v1/create-digital-human", {
      simulation_id: null,
      digital_human: { intent: "x", extension },
    });
  for (const extension of ["0*#,9", "", null]) {
    const { status, body } = await made(extension);
    expect([status, body.digital_human.extension]).toEqual([200, extension]);
  }
  for (const [extension, words] of [
    ["12 3", "keys 0 to 9"],
    ["A", "keys 0 to 9"],
    ["1".repeat(51), "must have at most 50 characters"],
  ] as const)
    expect((await made(extension)).body.detail[0]).toMatchObject({
      loc: ["body", "digital_human", "extension"],
      msg: expect.stringContaining(words),
    });
});
