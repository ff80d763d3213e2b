/**
 * Agents written for a telephone company other than Twilio, keys, and hanging up through the company's API.
 */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { samplesOf } from "../../src/engine/voice/pcm.ts";
import { makeAgent, makeDigitalHuman, makePrompts, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import {
  asMulaw,
  fromMulaw,
  type Message,
  startTelephoneAgent,
  swapped,
  type TelephoneAgent,
  type Words,
} from "../support/telephone-agent.ts";
import { callAll } from "../support/voice-agent.ts";

const service = useService();
const { acme } = service;
const PASSWORD = "the-auth-token";
const KEYS = "15#";

const basic = (user: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${PASSWORD}`).toString("base64")}`,
});
const form = { "content-type": "application/x-www-form-urlencoded" };

interface Company extends Words {
  /** Hangs up through the company's API. If absent, closes the stream. */
  readonly hangsUp?: (start: Message, headers?: Record<string, string>) => Promise<Response>;
}

const marks = (event: Message) => ({
  mark: (name: string) => ({ event: "mark", ...event, mark: { name } }),
  clear: () => ({ event: "clear", ...event }),
});

const companies: Readonly<Record<"twilio" | "telnyx" | "plivo" | "exotel", Company>> = {
  twilio: {
    answers: (stream) => `<Response><Connect><Stream url="${stream}"/></Connect></Response>`,
    rate: 8000,
    encode: asMulaw,
    decode: fromMulaw,
    media: (payload, { streamSid }) => ({ event: "media", streamSid, media: { payload } }),
    mark: (name, { streamSid }) => ({ event: "mark", streamSid, mark: { name } }),
    clear: ({ streamSid }) => ({ event: "clear", streamSid }),
    hangsUp: ({ start: { accountSid, callSid } }, headers = basic(accountSid)) =>
      fetch(`${service.url()}/2010-04-01/Accounts/${accountSid}/Calls/${callSid}.json`, {
        method: "POST",
        headers: { ...form, ...headers },
        body: "Status=completed",
      }),
  },
  telnyx: {
    answers: (stream) =>
      `<Response><Connect><Stream url="${stream}" codec="L16" bidirectionalMode="rtp" bidirectionalCodec="L16" bidirectionalSamplingRate="16000"><Parameter name="order" value="A1"/></Stream></Connect></Response>`,
    rate: 16_000,
    encode: swapped,
    decode: (bytes) => samplesOf(swapped(bytes)),
    media: (payload) => ({ event: "media", media: { payload } }),
    ...marks({}),
    hangsUp: ({ start }, headers = { authorization: `Bearer ${PASSWORD}` }) =>
      fetch(`${service.url()}/v2/calls/${start.call_control_id}/actions/hangup`, { method: "POST", headers }),
  },
  plivo: {
    answers: (stream) =>
      `<Response><Stream bidirectional="true" keepCallAlive="true" contentType="audio/x-mulaw;rate=8000" extraHeaders="order=A1,tenant=1">${stream}</Stream></Response>`,
    // It may answer in a different codec from the one it receives.
    rate: 16_000,
    encode: (pcm) => pcm,
    decode: fromMulaw,
    media: (payload, { start: { streamId } }) => ({
      event: "playAudio",
      streamId,
      media: { contentType: "audio/x-l16", sampleRate: 16_000, payload },
    }),
    mark: (name, { start: { streamId } }) => ({ event: "checkpoint", streamId, name }),
    clear: ({ start: { streamId } }) => ({ event: "clearAudio", streamId }),
    hangsUp: ({ start: { accountId, callId } }, headers = basic(accountId)) =>
      fetch(`${service.url()}/v1/Account/${accountId}/Call/${callId}/`, { method: "DELETE", headers }),
  },
  exotel: {
    answers: (stream) => JSON.stringify({ url: stream }),
    query: "?sample-rate=16000&order=A1",
    rate: 16_000,
    encode: (pcm) => pcm,
    decode: (bytes) => samplesOf(bytes),
    media: (payload, { stream_sid }) => ({ event: "media", stream_sid, media: { payload } }),
    mark: (name, { stream_sid }) => ({ event: "mark", stream_sid, mark: { name } }),
    clear: ({ stream_sid }) => ({ event: "clear", stream_sid }),
  },
};
type Name = keyof typeof companies;
const NAMES = Object.keys(companies) as Name[];

interface Called {
  readonly agent: TelephoneAgent;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly result: any;
  /** The answers to requests to hang up: one with a wrong password, the right one, and another. */
  readonly answered: number[];
}

const called = {} as Record<Name, Called>;

async function call(name: Name): Promise<Called> {
  const company = companies[name];
  const answered: number[] = [];
  const agent = await startTelephoneAgent(company, KEYS.at(-1) ?? "", async (start, socket) => {
    if (!company.hangsUp) return socket.close();
    answered.push((await company.hangsUp(start, { authorization: "Bearer a-wrong-one" })).status);
    answered.push((await company.hangsUp(start)).status);
    answered.push((await company.hangsUp(start)).status);
  });
  const { agent_id, path } = await makeAgent(acme, {
    mode: "VOICE",
    websocket_username: "user",
    websocket_password: PASSWORD,
  });
  await makePrompts(acme, path, [], ["production"]);
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  const scripted_responses = [
    { match_type: "any", response_type: "dtmf", response_value: KEYS, occurrence_mode: "once" },
  ];
  // On a busy machine, the agent may begin late.
  const speaks_first_config = { speaks_first: false };
  const digital_human = {
    ...{ intent: "I want to book.", endpointing_delay: 0.5 },
    ...{ speaks_first_config, scripted_responses },
  };
  await makeDigitalHuman(acme, { ...digital_human, phone_number: "+14155550101" }, [simulation_id]);
  const [result] = await callAll(acme, { simulation_id, websocket_url: agent.webhook, dialect: name });
  return { agent, result, answered };
}

beforeAll(async () => {
  await Promise.all(NAMES.map(async (name) => (called[name] = await call(name))));
}, 90_000);
afterAll(() => {
  for (const { agent } of Object.values(called)) agent.close();
});

const events = (name: Name, event: string) =>
  called[name].agent.messages.filter((message) => message["event"] === event);

describe.each(NAMES)("an agent that was written for %s", (name) => {
  test("is called, hears a voice, and hangs up in the company's way", () => {
    const { result, answered } = called[name];
    expect(result).toMatchObject({ end_reason: "hung_up_by_agent", call: { dialect: name, remarks: [] } });
    const said = (who: string) => result.call.timeline.filter(({ speaker }: Message) => speaker === who);
    expect(said("USER").map(({ text }: Message) => text)).toContain(KEYS);
    // The agent's first words lasted for 0.6 s in its own codec.
    const [first] = said("AGENT");
    expect(Math.abs(first.end_offset_ms - first.start_offset_ms - 600)).toBeLessThanOrEqual(60);
    const [done, over] = { twilio: [200, 400], telnyx: [200, 422], plivo: [204, 404], exotel: [] }[name];
    expect(answered).toEqual(done === undefined ? [] : [401, done, over]);
  });

  test("is told the conversation and its versions in the parameters of the stream", () => {
    const { agent, result } = called[name];
    const start = agent.messages.find(({ event }) => event === "start");
    const told =
      name === "plivo"
        ? Object.fromEntries(start?.["extra_headers"].split(";").map((pair: string) => pair.split("=")))
        : (start?.["start"].customParameters ?? start?.["start"].custom_parameters);
    expect(told).toMatchObject({
      simulation_result_id: String(result.id),
      agent_id: String(result.agent_id),
      prompt_id: result.versions.prompt_id,
      prompt_version: "2",
      prompt_label: "production",
    });
    expect(told).not.toHaveProperty("knowledge_base_version");
  });

  test("is called again by sim replay with the same keys and voice, byte for byte", async () => {
    const { body } = await acme("GET", `/v1/replay-simulation-result/${called[name].result.id}`);
    expect(body).toMatchObject({ same: true, recording: { same: true } });
  });

  test("gets the keys as events, in order, and as their tones", () => {
    const keys = events(name, "dtmf");
    expect(keys.map((key) => key["dtmf"].digit).join("")).toBe(KEYS);
    const company = companies[name];
    const { messages } = called[name].agent;
    const sent = events(name, "media").map((one) =>
      company.decode(Buffer.from(one["media"].payload, "base64")),
    );
    const rate = name === "twilio" || name === "plivo" ? 8000 : 16_000;
    const frame = (rate * (name === "exotel" ? 100 : 20)) / 1000;
    expect(new Set(sent.map((samples) => samples.length))).toEqual(new Set([frame]));
    // The sound around the first key's event has the key's two tones.
    const before = messages.slice(
      0,
      messages.findIndex(({ event }) => event === "dtmf"),
    );
    const at = before.filter(({ event }) => event === "media").length * frame;
    const all = Float64Array.from(sent.flatMap((samples) => [...samples]));
    const windows = Array.from({ length: 30 }, (_, place) => {
      const from = Math.round(at + (place / 100 - 0.1) * rate);
      return all.subarray(from, from + 0.05 * rate);
    });
    const tone = windows.toSorted((a, b) => powerAt(697, b, rate) - powerAt(697, a, rate))[0] ?? all;
    const hz = [697, 770, 852, 941, 1209, 1336, 1477];
    const loudest = hz.toSorted((a, b) => powerAt(b, tone, rate) - powerAt(a, tone, rate)).slice(0, 2);
    expect(loudest.toSorted((a, b) => a - b)).toEqual([697, 1209]);
  });

  test("is told when its audio was heard, and at once when it clears it", () => {
    const [confirmed, cleared] =
      name === "plivo"
        ? [events(name, "playedStream").map((one) => one["name"]), events(name, "clearedAudio").length]
        : [events(name, "mark").map((one) => one["mark"].name), 1];
    // Plivo never confirms sound that was not played.
    expect(confirmed).toEqual(name === "plivo" ? ["heard"] : ["heard", "dropped"]);
    expect(cleared).toBe(1);
    const [first] = events(name, name === "plivo" ? "playedStream" : "mark");
    expect(first?.at).toBeGreaterThan(550);
  });
});

/** The power at a frequency (Goertzel). */
function powerAt(hz: number, samples: Float64Array, rate: number): number {
  const step = 2 * Math.cos((2 * Math.PI * hz) / rate);
  let one = 0;
  let two = 0;
  for (const sample of samples) [one, two] = [sample + step * one - two, one];
  return one * one + two * two - step * one * two;
}

describe("messages have the shape that is published by", () => {
  const NUMBER = "+14155550101";
  const first = (name: Name, event: string) => events(name, event)[0];

  test("Telnyx", () => {
    const [connected, start] = called.telnyx.agent.messages;
    expect(connected).toMatchObject({ event: "connected", version: "1.0.0" });
    expect(start).toMatchObject({
      event: "start",
      sequence_number: "1",
      stream_id: expect.stringMatching(/^[\da-f-]{36}$/),
      start: {
        call_control_id: expect.stringMatching(/^v3:/),
        from: NUMBER,
        custom_parameters: { order: "A1" },
        media_format: { encoding: "L16", sample_rate: 16_000, channels: 1 },
      },
    });
    expect(first("telnyx", "media")).toMatchObject({
      sequence_number: "2",
      stream_id: start?.["stream_id"],
      media: { track: "inbound", chunk: "1", timestamp: "0" },
    });
    expect(first("telnyx", "stop")?.["stop"]).toEqual({
      user_id: start?.["start"].user_id,
      call_control_id: start?.["start"].call_control_id,
    });
    expect(new URLSearchParams(called.telnyx.agent.asked[0]?.body).get("CallSid")).toBe(
      start?.["start"].call_control_id,
    );
  });

  test("Plivo, with its signature", () => {
    const { agent } = called.plivo;
    const [start] = agent.messages;
    expect(start).toMatchObject({
      event: "start",
      sequenceNumber: 1,
      start: {
        callId: expect.stringMatching(/^[\da-f-]{36}$/),
        accountId: expect.stringMatching(/^MA[\dA-F]{18}$/),
        tracks: ["inbound"],
        mediaFormat: { encoding: "audio/x-mulaw", sampleRate: 8000 },
      },
      extra_headers: expect.stringMatching(/^order=A1;tenant=1;simulation_result_id=/),
    });
    expect(first("plivo", "media")).toMatchObject({
      sequenceNumber: 2,
      streamId: start?.["start"].streamId,
      media: { track: "inbound", chunk: 1, timestamp: expect.stringMatching(/^\d{13}$/) },
    });
    expect(first("plivo", "stop")).toBeUndefined();
    const [asked] = agent.asked;
    const fields = Object.fromEntries(new URLSearchParams(asked?.body));
    expect(fields).toMatchObject({ CallUUID: start?.["start"].callId, Event: "StartApp", From: NUMBER });
    const { "x-plivo-signature-v3": signature, "x-plivo-signature-v3-nonce": nonce } =
      asked?.request.headers ?? {};
    const given = Object.keys(fields)
      .sort()
      .map((field) => field + fields[field]);
    const signed = `${agent.webhook}.${given.join("")}.${nonce}`;
    expect(signature).toBe(createHmac("sha256", PASSWORD).update(signed).digest("base64"));
  });

  test("Exotel, which asks with a GET and opens the stream with a password", () => {
    const { agent } = called.exotel;
    const [connected, start] = agent.messages;
    expect(connected).toMatchObject({ event: "connected" });
    expect(start).toMatchObject({
      event: "start",
      sequence_number: "1",
      start: {
        stream_sid: start?.["stream_sid"],
        call_sid: expect.any(String),
        account_sid: expect.any(String),
        from: NUMBER,
        custom_parameters: { order: "A1" },
        media_format: { encoding: "audio/x-raw", sample_rate: "16000", bit_rate: "16" },
      },
    });
    expect(
      events("exotel", "media")
        .slice(0, 2)
        .map((one) => one["media"]),
    ).toMatchObject([
      { chunk: "1", timestamp: "0" },
      { chunk: "2", timestamp: "100" },
    ]);
    expect(first("exotel", "dtmf")?.["dtmf"]).toEqual({ digit: "1", duration: "100" });
    const [asked] = agent.asked;
    expect([asked?.request.method, asked?.body]).toEqual(["GET", ""]);
    const query = new URL(`http://agent${asked?.request.url}`).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      tenant: "1",
      CallSid: start?.["start"].call_sid,
      CallFrom: NUMBER,
    });
    for (const { headers } of [asked?.request, agent.upgrades[0]].flatMap((one) => one ?? []))
      expect(headers.authorization).toBe(basic("user").authorization);
  });
});

test("user:password@ in the URL of a webhook is sent as basic authorization", async () => {
  const asked: IncomingMessage[] = [];
  const webhook = createServer((request, response) => {
    asked.push(request);
    response.writeHead(500).end();
  }).listen(0, "127.0.0.1");
  await once(webhook, "listening");
  onTestFinished(() => void webhook.close());
  const { port } = webhook.address() as AddressInfo;
  const { agent_id } = await makeAgent(acme, { mode: "VOICE" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(acme, { intent: "I want to book." }, [simulation_id]);
  const websocket_url = `http://user:the%2Dauth-token@127.0.0.1:${port}/voice?a=1`;
  await callAll(acme, { simulation_id, websocket_url, dialect: "twilio" });
  expect(asked.map(({ url, headers: { authorization, host } }) => ({ url, authorization, host }))).toEqual([
    { url: "/voice?a=1", authorization: basic("user").authorization, host: `127.0.0.1:${port}` },
  ]);
}, 30_000);

describe("hanging up through the API of a telephone company", () => {
  const { hangsUp = () => expect.fail() } = companies.twilio;

  test("is refused for a call that there is not, or of another company", async () => {
    const [, twilio] = called.twilio.agent.messages;
    const callSid = String(twilio?.["start"].callSid);
    const other = { start: { accountSid: "AC1", callSid: `${callSid.slice(0, -1)}f` } };
    expect((await hangsUp(other)).status).toBe(401);
    const as_plivo = `${callSid.slice(2)}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    const wrong = await companies.plivo.hangsUp?.({ start: { accountId: "MA1", callId: as_plivo } });
    expect(wrong?.status).toBe(401);
  });

  test("does nothing but hang up", async () => {
    const { accountSid, callSid } = called.twilio.agent.messages[1]?.["start"] ?? {};
    const url = `${service.url()}/2010-04-01/Accounts/${accountSid}/Calls/${callSid}.json`;
    const headers = { ...form, ...basic(accountSid) };
    const answer = await fetch(url, { method: "POST", headers, body: "Url=https%3A%2F%2Fexample.com" });
    const { message } = (await answer.json()) as { message: string };
    expect([answer.status, message]).toEqual([400, "only Status=completed is answered here"]);
  });
});
