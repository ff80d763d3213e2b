/**
 * Calls over CHIRP between the service and agents in separate processes, with real sockets and a real voice.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { conversationOf, makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { useService } from "../support/service.ts";
import {
  BOOKER,
  callAll,
  sendPaced,
  soundBytes,
  useVoiceAgents,
  useVoiceCalls,
} from "../support/voice-agent.ts";

const service = useService();
const { acme } = service;
const agents = useVoiceAgents();

const line = useVoiceCalls(acme);
const { caller, call } = line;

describe("the upgrade", () => {
  test.concurrent("has basic authorization and the result's id", async () => {
    const seen: NodeJS.Dict<string | string[]>[] = [];
    const url = await agents.serve((socket, headers) => {
      seen.push(headers);
      socket.close(1000);
    });
    const { agent_id: own } = await makeAgent(acme, {
      mode: "VOICE",
      connection_type: "WEBSOCKET",
      websocket_url: url,
      websocket_username: "parley",
      websocket_password: "s3cret",
    });
    const { id: own_simulation } = await makeSimulation(acme, { agent_id: own });
    await makeDigitalHuman(acme, BOOKER, [own_simulation]);
    const [result] = await callAll(acme, { simulation_id: own_simulation });
    expect(result).toMatchObject({ end_reason: "hung_up_by_agent", outcome: "incompleted" });
    expect(result.outcome_reason).toContain("the agent never spoke");
    expect(seen[0]).toMatchObject({
      authorization: `Basic ${Buffer.from("parley:s3cret").toString("base64")}`,
      "x-simulation-result-id": String(result.id),
    });
  });

  test.concurrent("answered with 401 is a rejected call", async () => {
    const result = await call(await agents.fixture(["--password", "right"]));
    expect(result).toMatchObject({ status: "REJECTED", end_reason: "rejected", outcome: "incompleted" });
  });

  test.concurrent("without an answer is tried four times", async () => {
    const result = await call("ws://127.0.0.1:9/");
    expect(result).toMatchObject({
      status: "INCOMPLETED",
      end_reason: "unreachable",
      outcome: "incompleted",
    });
  });

  test.concurrent("to a private host, also by a redirect, is refused", async () => {
    const result = await call("ws://10.1.2.3/");
    expect(result).toMatchObject({ end_reason: "unreachable", outcome: "incompleted" });
    expect(result.outcome_reason).toContain("private address");
    let asked = 0;
    const server = createServer((_, response) => response.end()).on("upgrade", (_, socket) => {
      asked++;
      socket.end("HTTP/1.1 302 Found\r\nlocation: ws://10.1.2.3/\r\nconnection: close\r\n\r\n");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const redirected = await call(`ws://127.0.0.1:${port}/`);
    server.close();
    expect(redirected).toMatchObject({ end_reason: "unreachable", outcome: "incompleted" });
    expect(redirected.outcome_reason).toContain("redirects, which calls do not follow");
    expect(asked).toBe(1);
  });
});

describe.each([
  ["closes", "connection_lost", {}],
  ["drops", "connection_lost", {}],
  ["rate=24000", "wrong_sample_rate", {}],
  ["rate=8000", "wrong_sample_rate", {}],
  ["huge", "message_too_large", {}],
  ["flood", "flooded", {}],
])("an agent that goes wrong: %s", (fault, end_reason, fields) => {
  test.concurrent(`ends the call with ${end_reason}, and never passes`, async () => {
    const result = await call(await agents.fixture(["--fault", fault]), fields);
    expect(result).toMatchObject({ end_reason, outcome: "incompleted" });
  });
});

test.concurrent("an agent that hangs up in the middle of a word has hung up, and has passed nothing", async () => {
  const result = await call(await agents.fixture(["--fault", "hangs-up"]));
  expect(result).toMatchObject({ end_reason: "hung_up_by_agent", outcome: "incompleted" });
});

describe("events", () => {
  test.concurrent("marks are echoed after the audio before them was heard; faults are reported and survived", async () => {
    const told: { type: string; at: number; data: Record<string, string> }[] = [];
    let begin = 0;
    const url = await agents.serve((socket) => {
      begin = performance.now();
      socket.on("message", (data, isBinary) => {
        if (!isBinary) told.push({ ...JSON.parse(String(data)), at: performance.now() - begin });
      });
      const send = (message: object) => socket.send(JSON.stringify(message));
      send({ type: "mark", data: { name: "before" } });
      socket.send(soundBytes(1000));
      send({ type: "mark", data: { name: "after" } });
      socket.send("no json");
      send({ type: "no.such.type" });
      send({ data: {} });
      // A person does not mind a key.
      send({ type: "dtmf", data: { digit: "2" } });
      send({ type: "dtmf", data: { digit: "22" } });
      send({ type: "dtmf", data: {} });
      socket.send(Buffer.alloc(641));
      setTimeout(() => socket.close(1000), 2500);
    });
    const result = await call(url);
    const marks = told.filter(({ type }) => type === "mark");
    expect(marks.map(({ data }) => data["name"])).toEqual(["before", "after"]);
    expect(marks[1]?.at).toBeGreaterThanOrEqual(950);
    const codes = [
      ...["INVALID_MESSAGE", "INVALID_MESSAGE", "MISSING_FIELD"],
      ...["INVALID_MESSAGE", "MISSING_FIELD", "INVALID_AUDIO_FRAME"],
    ];
    expect(told.filter(({ type }) => type === "session.error").map(({ data }) => data["code"])).toEqual(
      codes,
    );
    expect(result.call.remarks.map(({ code }: { code: string }) => code)).toEqual(codes);
    expect(result.end_reason).toBe("hung_up_by_agent");
  });

  test.concurrent("speech.started while the digital human speaks stops it", async () => {
    const url = await agents.serve((socket) => {
      let started = 0;
      socket.on("message", (data, isBinary) => {
        if (isBinary) return;
        const { type } = JSON.parse(String(data));
        if (type !== "speech.started" || started++) return;
        setTimeout(() => socket.send(JSON.stringify({ type: "speech.started", data: {} })), 600);
        setTimeout(() => socket.close(1000), 2000);
      });
      void sendPaced(socket, soundBytes(500));
    });
    const result = await call(url, { voice_speed: "slowest" });
    const said = result.call.timeline.find(({ speaker }: { speaker: string }) => speaker === "USER");
    expect(said.cut).toBe("interrupted");
    expect(Math.abs(said.end_offset_ms - said.start_offset_ms - 600)).toBeLessThan(150);
  });
});

describe("a run", () => {
  test.concurrent("is refused before a call begins: without a URL, without a voice, over another transport", async () => {
    const id = await caller({ language: "de", intent: "Ich möchte einen Termin." });
    const queue = (body: object) =>
      acme("POST", "/v1/queue-simulation-run", {
        simulation_id: line.simulation_id,
        digital_human_ids: [id],
        ...body,
      });
    expect(await queue({ websocket_url: "ws://127.0.0.1:9/" })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('speaks English only, not "de"') },
    });
    const english = [await caller()];
    expect(await queue({ digital_human_ids: english })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("calls are made over WebSocket") },
    });
    expect(await queue({ digital_human_ids: english, websocket_url: "http://127.0.0.1/" })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("ws:// or wss://") },
    });
    expect(await queue({ digital_human_ids: english, sip_uri: "sip:a@b" })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("sip_uri has no effect") },
    });
  });

  test("that is ended from outside hangs up and is evaluated", async () => {
    const url = await agents.fixture(["--fault", "never-stops"]);
    const { body: run } = await acme("POST", "/v1/queue-simulation-run", {
      simulation_id: line.simulation_id,
      digital_human_ids: [await caller()],
      websocket_url: url,
    });
    const [id] = run.simulation_result_ids.map(String);
    await expect.poll(async () => (await conversationOf(acme, id)).start_time).not.toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await acme("POST", "/v1/end-conversations", { test_result_ids: [id] });
    await expect.poll(async () => (await conversationOf(acme, id)).outcome).toBe("incompleted");
    const { body } = await acme("GET", `/v1/retrieve-simulation-result/${id}`);
    const result = body.simulation_result;
    expect(result).toMatchObject({ end_reason: "ended_by_request" });
    expect(result.call.recording.bytes).toBeGreaterThan(44);
  });

  test("that is ended while the agent is dialled ends as asked, and is not made again", async () => {
    let dialled = 0;
    const silent = createServer(() => dialled++).listen(0, "127.0.0.1");
    onTestFinished(() => silent.closeAllConnections());
    await once(silent, "listening");
    const { body: run } = await acme("POST", "/v1/queue-simulation-run", {
      simulation_id: line.simulation_id,
      digital_human_ids: [await caller()],
      websocket_url: `ws://127.0.0.1:${(silent.address() as AddressInfo).port}/`,
    });
    const [id] = run.simulation_result_ids.map(String);
    await expect.poll(() => dialled).toBe(1);
    await acme("POST", "/v1/end-conversations", { test_result_ids: [id] });
    await expect.poll(async () => (await conversationOf(acme, id)).outcome).toBe("incompleted");
    expect(await conversationOf(acme, id)).toMatchObject({ end_reason: "ended_by_request" });
    await sleep(1500);
    expect(dialled).toBe(1);
  });
});
