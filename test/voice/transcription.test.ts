/** Words of agents known only from their sound: a server recognizes them over HTTP. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { mulaw } from "../../src/engine/voice/g711.ts";
import { resampled } from "../../src/engine/voice/resample.ts";
import { createSpeech } from "../../src/service/voice/speech/speech.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { startTranscriptionServer, type TranscriptionServer } from "../support/transcription-server.ts";
import { callAll, useVoiceAgents } from "../support/voice-agent.ts";

const SAYS = [
  "Clinic front desk. Which day would you like?",
  "Your full name, please?",
  "Your appointment on Tuesday has been booked. Anything else?",
  "Goodbye!",
];
const MENU = "Welcome. For opening hours, press one. For a check-up, press two.";
const SPEAKER = { language: "en", accent: null, gender: "female", speed: 1 } as const;

const sentences = new Map<string, Int16Array>();
let server: TranscriptionServer;
beforeAll(async () => {
  const speech = createSpeech({});
  for (const text of [...SAYS, MENU]) sentences.set(text, await speech.render(text, SPEAKER));
  await speech.close();
  server = await startTranscriptionServer(sentences);
});
afterAll(() => server.close());

const { acme } = useService(undefined, () => ({
  voice: { speech: {}, recognizer: { base_url: server.base_url, model: "small" } },
}));
const agents = useVoiceAgents();

async function call(fields: Parameters<typeof makeDigitalHuman>[1], more: object) {
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  const caller = { intent: "Wants a check-up on Tuesday. The full name is Ana Diaz.", creativity: 0 };
  await makeDigitalHuman(acme, { ...caller, ...fields }, [simulation_id]);
  const [result] = await callAll(acme, { simulation_id, ...more });
  return result;
}

const soundOf = (text: string) => sentences.get(text) ?? new Int16Array();

test.concurrent("the digital human answers what it hears, despite its own background noise, and reaches its goal", async () => {
  const websocket_url = await agents.serve((socket) => {
    let turn = 0;
    const say = () => {
      const { buffer, byteOffset, byteLength } = soundOf(SAYS[turn++] ?? "");
      socket.send(Buffer.from(buffer, byteOffset, byteLength));
      if (turn === SAYS.length) setTimeout(() => socket.close(1000), 2000);
    };
    socket.on("message", (data, isBinary) => {
      if (!isBinary && JSON.parse(String(data)).type === "speech.completed") setTimeout(say, 300);
    });
    setTimeout(say, 300);
  });
  const result = await call({ background_noise: "cafe" }, { websocket_url });
  expect(result.call.words_from).toBe("transcription");
  const said = result.transcript.filter(({ role }: { role: string }) => role === "AGENT");
  expect(said.map(({ message }: { message: string }) => message)).toEqual(SAYS);
  expect(result).toMatchObject({ goal_completed: true, outcome: "passed" });
  expect(server.asked[0]).toMatchObject({
    path: "/v1/audio/transcriptions",
    fields: { model: "small", language: "en", response_format: "json" },
  });
});

test.concurrent("on a telephone line, a menu is heard through µ-law and its key is pressed", async () => {
  const digits: string[] = [];
  const websocket_url = await agents.serve((socket) => {
    socket.on("message", (data) => {
      const { event, start, dtmf } = JSON.parse(String(data));
      if (event === "dtmf") digits.push(dtmf.digit);
      if (event === "dtmf") setTimeout(() => socket.close(1000), 500);
      if (event !== "start") return;
      setTimeout(() => socket.close(1000), 20_000);
      const narrow = Int16Array.from(resampled(soundOf(MENU), 16_000, 8000));
      const payload = Buffer.from(mulaw.encode(narrow)).toString("base64");
      socket.send(JSON.stringify({ event: "media", streamSid: start.streamSid, media: { payload } }));
    });
  });
  const fields = { speaks_first_config: { speaks_first: false } };
  const result = await call(fields, { websocket_url, dialect: "twilio" });
  expect(digits).toEqual(["2"]);
  expect(result).toMatchObject({ end_reason: "hung_up_by_agent", call: { words_from: "transcription" } });
});
