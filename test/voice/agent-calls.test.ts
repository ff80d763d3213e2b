/** Agents that call out: they ask the service for a call as they would ask Twilio, and a digital human picks up. */
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocketServer } from "ws";
import { machineForm } from "../../src/cli/manifest/machines.ts";
import { Seed } from "../../src/contract/schemas/index.ts";
import { serve } from "../../src/service/server.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { ACME_KEY, type Calls, callsWith, type Reply, RIVAL_KEY, useService } from "../support/service.ts";
import { BOOKER, useVoiceAgents } from "../support/voice-agent.ts";

const service = useService();
const { acme } = service;
const agents = useVoiceAgents();

const ACCOUNT = `AC${"0123456789abcdef".repeat(2)}`;
const AGENTS_NUMBER = "+14155550100";
const TOKEN = "an-auth-token";

/** Concurrent tests cannot poll. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 100 });

/** What Twilio documents for every error. */
const refusedWith = (status: number, code: number, message: RegExp) => ({
  status,
  body: {
    code,
    message: expect.stringMatching(message),
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  },
});

/** Asks the API of Twilio, as its clients do. */
async function twilio(
  method: "GET" | "POST",
  path: string,
  form?: Readonly<Record<string, string | readonly string[]>>,
  { key = ACME_KEY, url = service.url() } = {},
): Promise<Reply> {
  const body = new URLSearchParams();
  for (const [name, values] of Object.entries(form ?? {}))
    for (const value of [values].flat()) body.append(name, value);
  const response = await fetch(`${url}/2010-04-01/Accounts/${ACCOUNT}/${path}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${ACCOUNT}:${key}`).toString("base64")}` },
    ...(form && { body }),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

let numbers = 0;

/** A digital human with a number of its own, in a simulation of an agent of its own. */
async function callee(fields: object = {}, calls: Calls = acme) {
  const number = `+1415556${String(1000 + numbers++)}`;
  const { agent_id } = await makeAgent(calls, {
    mode: "VOICE",
    type: "OUTBOUND",
    websocket_password: TOKEN,
    phone_number: AGENTS_NUMBER,
  });
  const { id: simulation_id } = await makeSimulation(calls, { agent_id, opening_patience_ms: null });
  const always_on = { phone_number: number, always_on_mode: true, always_on_active: true };
  const { id } = await makeDigitalHuman(calls, { ...BOOKER, ...always_on, ...fields }, [simulation_id]);
  return { number, simulation_id, agent_id, id };
}

/** The conversation of a call, when it has been judged. */
async function judged(sid: string, calls: Calls = acme) {
  const id = Number.parseInt(sid.slice(18), 16);
  for (;;) {
    const { body } = await calls("GET", `/v1/retrieve-simulation-result/${id}`);
    if (body.simulation_result.outcome !== null) return body.simulation_result;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly signature: unknown;
  readonly fields: Readonly<Record<string, string>>;
}

/** A webhook that keeps what it is asked. */
async function webhook(answer: (response: ServerResponse, stream: string) => void) {
  const asked: Asked[] = [];
  const streams: IncomingMessage[] = [];
  const messages: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const query = new URL(`http://agent${request.url}`).searchParams;
    const fields = request.method === "GET" ? query : new URLSearchParams(await text(request));
    const { method, url, headers } = request;
    asked.push({ method, url, signature: headers["x-twilio-signature"], fields: Object.fromEntries(fields) });
    answer(response, stream);
  });
  const sockets = new WebSocketServer({ server, path: "/media" });
  sockets.on("connection", (socket, request) => {
    streams.push(request);
    socket.on("message", (data) => {
      const message = JSON.parse(String(data));
      messages.push(message);
      if (message.event === "start") setTimeout(() => socket.close(), 300);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stream = `ws://127.0.0.1:${port}/media`;
  opened.push(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/voice`, stream, asked, streams, messages };
}
const opened: (() => void)[] = [];
afterAll(() => {
  for (const close of opened) close();
});

const connected = (stream: string, inside = "") =>
  `<Response><Connect><Stream url="${stream}">${inside}</Stream></Connect></Response>`;

const signatureOf = (url: string, fields: Readonly<Record<string, string>>) => {
  const signed = Object.keys(fields)
    .sort()
    .reduce((whole, name) => whole + name + fields[name], url);
  return createHmac("sha1", TOKEN).update(signed).digest("base64");
};

describe.concurrent("a call that an agent creates", () => {
  test("is answered by the digital human with the number, held, stored, and judged", async () => {
    const env = { PARLEY_BASE_URL: service.url(), PARLEY_API_KEY: ACME_KEY };
    const Url = await agents.fixture([], env, "twilio-voice-agent.mjs");
    const { number, id, simulation_id } = await callee({
      expected_tool_calls: [{ name: "book_appointment" }],
    });
    const created = await twilio("POST", "Calls.json", { To: number, From: AGENTS_NUMBER, Url });
    const { sid } = created.body;
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      sid: expect.stringMatching(/^CA[\da-f]{32}$/),
      account_sid: ACCOUNT,
      direction: "outbound-api",
      to: number,
      from: AGENTS_NUMBER,
      date_created: expect.stringMatching(/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} \+0000$/),
      start_time: null,
      duration: null,
      api_version: "2010-04-01",
      uri: `/2010-04-01/Accounts/${ACCOUNT}/Calls/${sid}.json`,
    });
    expect(["queued", "in-progress"]).toContain(created.body.status);
    await soon(async () =>
      expect((await twilio("GET", `Calls/${sid}.json`)).body).toMatchObject({
        sid,
        status: "in-progress",
        start_time: expect.stringMatching(/\+0000$/),
      }),
    );
    const result = await judged(sid);
    expect(created.headers.get("x-simulation-result-id")).toBe(String(result.id));
    expect(result).toMatchObject({
      digital_human_id: id,
      simulation_id,
      end_reason: "goal_reached",
      outcome: "passed",
      goal_completed: true,
      call: { dialect: "twilio", url: Url, attempts: 1 },
    });
    const { body: ended } = await twilio("GET", `Calls/${sid}`);
    expect(ended).toMatchObject({ sid, status: "completed", end_time: expect.stringMatching(/\+0000$/) });
    expect(Math.abs(Number(ended.duration) - result.call.duration_ms / 1000)).toBeLessThan(3);
  });

  test("asks the webhook as for a call that was answered, once, and tells how it goes", async () => {
    const { number } = await callee();
    const inside = '<Parameter name="order" value="A1"/>';
    const agent = await webhook((response, stream) => response.end(connected(stream, inside)));
    const told = await webhook((response) => response.writeHead(204).end());
    const { body } = await twilio("POST", "Calls.json", {
      To: number,
      From: AGENTS_NUMBER,
      Url: `${agent.url}?tenant=1`,
      MachineDetection: "Enable",
      StatusCallback: told.url,
      StatusCallbackEvent: ["initiated", "answered", "completed"],
    });
    const call = {
      AccountSid: ACCOUNT,
      CallSid: body.sid,
      Direction: "outbound-api",
      From: AGENTS_NUMBER,
      To: number,
    };
    expect(await judged(body.sid)).toMatchObject({ end_reason: "hung_up_by_agent" });
    expect(agent.asked).toHaveLength(1);
    expect(agent.asked[0]).toMatchObject({
      method: "POST",
      url: "/voice?tenant=1",
      fields: { ...call, CallStatus: "in-progress", AnsweredBy: "human" },
    });
    expect(agent.asked[0]?.signature).toBe(
      signatureOf(`${agent.url}?tenant=1`, agent.asked[0]?.fields ?? {}),
    );
    expect(agent.messages.find(({ event }) => event === "start")).toMatchObject({
      start: { accountSid: ACCOUNT, callSid: body.sid, customParameters: { order: "A1" } },
    });
    await soon(async () => expect(told.asked.length).toBe(3));
    expect(told.asked.map(({ fields }) => fields)).toMatchObject([
      { ...call, CallStatus: "initiated", SequenceNumber: "0", CallbackSource: "call-progress-events" },
      { ...call, CallStatus: "in-progress", SequenceNumber: "1" },
      { ...call, CallStatus: "completed", SequenceNumber: "2", CallDuration: expect.stringMatching(/^\d+$/) },
    ]);
  });

  test("can ask the webhook with GET, or bring its TwiML", async () => {
    const agent = await webhook((response, stream) => response.end(connected(stream)));
    const [first, second] = await Promise.all([callee(), callee()]);
    const asking = { From: AGENTS_NUMBER, Url: `${agent.url}?tenant=1`, Method: "GET" };
    const [got, brought] = await Promise.all([
      twilio("POST", "Calls", { To: first.number, ...asking }),
      twilio("POST", "Calls.json", {
        To: second.number,
        From: "client:dialer",
        Twiml: connected(agent.stream),
      }),
    ]);
    for (const { body } of [got, brought])
      expect(await judged(body.sid)).toMatchObject({ end_reason: "hung_up_by_agent" });
    expect(agent.asked).toMatchObject([{ method: "GET", fields: { tenant: "1", CallSid: got.body.sid } }]);
    const [{ url, signature } = { url: "", signature: "" }] = agent.asked;
    expect(signature).toBe(signatureOf(`${new URL(agent.url).origin}${url}`, {}));
    expect(agent.streams).toHaveLength(2);
  });

  test("is told when a machine answers, but not when its greeting ends", async () => {
    const agent = await webhook((response) => response.end("<Response><Hangup/></Response>"));
    const { fields } = machineForm({ voicemail: { greeting: "Please speak after the beep." } }) ?? {};
    const { number } = await callee(fields);
    const asking = { To: number, From: AGENTS_NUMBER, Url: agent.url };
    const told = await twilio("POST", "Calls.json", { ...asking, MachineDetection: "Enable" });
    expect(await judged(told.body.sid)).toMatchObject({ end_reason: "rejected" });
    const late = await twilio("POST", "Calls.json", { ...asking, MachineDetection: "DetectMessageEnd" });
    const result = await judged(late.body.sid);
    expect(result).toMatchObject({ end_reason: "unreachable", outcome: "incompleted" });
    expect(result.outcome_reason).toMatch(/DetectMessageEnd .* use Enable/);
    expect(agent.asked.map(({ fields }) => fields["AnsweredBy"])).toEqual(["machine_start"]);
  });

  test("tells no webhook of the organization to call, although the agent calls out", async () => {
    const hook = await webhook((response) => response.writeHead(204).end());
    await acme("POST", "/v1/webhooks", {
      url: hook.url,
      events: ["outbound_simulation_started", "simulation_ended"],
    });
    const agent = await webhook((response) => response.end("<Response><Hangup/></Response>"));
    const { number, simulation_id } = await callee();
    const { body } = await twilio("POST", "Calls", { To: number, From: AGENTS_NUMBER, Url: agent.url });
    await judged(body.sid);
    const run = await acme("POST", "/v1/queue-simulation-run", {
      simulation_id,
      websocket_url: agent.url,
      dialect: "twilio",
    });
    expect(run.status).toBe(200);
    const deliveries = async () => (await acme("GET", "/v1/webhook-deliveries")).body;
    // The run that calls the agent is told; the call that came before it is not.
    await soon(async () =>
      expect(JSON.stringify(await deliveries())).toContain("outbound_simulation_started"),
    );
    const text = JSON.stringify(await deliveries());
    expect(text.split("outbound_simulation_started")).toHaveLength(2);
  });

  test("can be hung up by the key that created it, and by no other", async () => {
    const agent = await webhook((response) => void response);
    const { number } = await callee();
    const { body } = await twilio("POST", "Calls", { To: number, From: AGENTS_NUMBER, Url: agent.url });
    const end = (key?: string) =>
      twilio("POST", `Calls/${body.sid}.json`, { Status: "completed" }, { ...(key && { key }) });
    await soon(async () => expect(agent.asked.length).toBe(1));
    expect((await end(RIVAL_KEY)).status).toBe(401);
    expect((await end("not-a-key")).status).toBe(401);
    expect(await end()).toMatchObject({ status: 200, body: { sid: body.sid, status: "completed" } });
    expect(await end()).toMatchObject({ status: 400, body: { code: 21_220 } });
    expect((await twilio("GET", `Calls/${body.sid}`)).body).toMatchObject({ status: "canceled" });
  });
});

describe.concurrent("an agent that cannot be reached is named, asked once, and never judged", () => {
  test.each<[string, (response: ServerResponse) => void, string, RegExp]>([
    ["answers 500", (response) => response.writeHead(500).end(), "unreachable", /answered with status 500/],
    [
      "rejects the call",
      (response) => response.end("<Response><Reject/></Response>"),
      "rejected",
      /hung up in its answer/,
    ],
    [
      "streams nothing",
      (response) => response.end("<Response><Say>Hi</Say></Response>"),
      "unreachable",
      /sent no TwiML with <Connect><Stream/,
    ],
    [
      "streams from nowhere",
      (response) => response.end(connected("ws://127.0.0.1:1/media")),
      "unreachable",
      /127\.0\.0\.1:1 cannot be reached/,
    ],
    [
      "names a private stream",
      (response) => response.end(connected("ws://10.0.0.1/media")),
      "unreachable",
      /10\.0\.0\.1 is a private address/,
    ],
  ])("%s", async (_, answers, end_reason, why) => {
    const agent = await webhook(answers);
    const { number } = await callee();
    const told = await webhook((response) => response.writeHead(500).end());
    const form = { To: number, From: AGENTS_NUMBER, Url: agent.url, StatusCallback: told.url };
    const { body } = await twilio("POST", "Calls", form);
    const result = await judged(body.sid);
    expect(result).toMatchObject({ end_reason, outcome: "incompleted" });
    expect(result.outcome_reason).toMatch(why);
    expect(agent.asked).toHaveLength(1);
    await soon(async () => expect(told.asked.map(({ fields }) => fields["CallStatus"])).toEqual(["failed"]));
    expect((await twilio("GET", `Calls/${body.sid}`)).body).toMatchObject({
      status: "failed",
      duration: "0",
    });
  });

  test("is at a private address", async () => {
    const { number } = await callee();
    const Url = "http://169.254.169.254/latest/meta-data";
    const { body } = await twilio("POST", "Calls", { To: number, From: AGENTS_NUMBER, Url });
    const result = await judged(body.sid);
    expect(result).toMatchObject({ end_reason: "unreachable", outcome: "incompleted" });
    expect(result.outcome_reason).toMatch(
      /169\.254\.169\.254 is a .* address, and this service does not connect/,
    );
  });
});

describe("a request that cannot be answered says why, in Twilio's form, and starts nothing", () => {
  const Url = "http://127.0.0.1:9/voice";
  let called: Awaited<ReturnType<typeof callee>>;
  beforeAll(async () => {
    called = await callee();
  });
  const runs = async () =>
    (await acme("GET", `/v1/get-simulation-runs/${called.simulation_id}`)).body.simulation_runs.length;

  test.each<[string, Record<string, string>, number, RegExp]>([
    ["no To", { To: "" }, 21_201, /No 'To' number/],
    [
      "a To that is not a number",
      { To: "sip:me@example.com" },
      21_211,
      /Invalid 'To' number "sip:me@example.com"/,
    ],
    ["a number that nobody has", { To: "+14155559999" }, 21_214, /Nobody answers \+14155559999/],
    ["no From", { From: "" }, 21_213, /No 'From' number/],
    ["neither Url nor Twiml", { Url: "" }, 21_205, /Url parameter is required/],
    ["a Url that is not one", { Url: "not a URL" }, 21_205, /Url is not a valid URL: "not a URL"/],
    ["a Url of another kind", { Url: "file:///etc/passwd" }, 21_205, /must begin with https/],
    ["a Url with a password", { Url: "http://me:secret@127.0.0.1/" }, 21_205, /a user name and a password/],
    ["a Method of another kind", { Method: "DELETE" }, 20_001, /Method must be GET or POST/],
    [
      "TwiML without a stream",
      { Url: "", Twiml: "<Response><Say>Hi</Say></Response>" },
      12_100,
      /no valid TwiML with <Connect><Stream/,
    ],
    [
      "TwiML with another URL",
      { Url: "", Twiml: connected("https://127.0.0.1/") },
      12_100,
      /no valid ws:\/\/ or wss:\/\/ URL/,
    ],
    [
      "TwiML that is too long",
      { Url: "", Twiml: `${connected("ws://127.0.0.1/")}${" ".repeat(4000)}` },
      20_001,
      /more than 4000 characters/,
    ],
    [
      "an unknown event",
      { StatusCallback: Url, StatusCallbackEvent: "sung" },
      20_001,
      /"sung" does not exist/,
    ],
    [
      "an unknown MachineDetection",
      { MachineDetection: "Hangup" },
      20_001,
      /MachineDetection must be Enable or DetectMessageEnd/,
    ],
    ["keys to press", { SendDigits: "12" }, 20_001, /SendDigits is not supported here/],
  ])("%s", async (_, fields, code, why) => {
    const before = await runs();
    const form = { To: called.number, From: AGENTS_NUMBER, Url, ...fields };
    expect(await twilio("POST", "Calls.json", form)).toMatchObject(refusedWith(400, code, why));
    expect(await runs()).toBe(before);
  });

  test("a wrong token, or one of another organization", async () => {
    const before = await runs();
    const form = { To: called.number, From: AGENTS_NUMBER, Url };
    const wrong = await twilio("POST", "Calls.json", form, { key: "wrong" });
    expect(wrong).toMatchObject(refusedWith(401, 20_003, /Authenticate/));
    expect(wrong.headers.get("www-authenticate")).toMatch(/^Basic/);
    expect(await twilio("POST", "Calls.json", form, { key: RIVAL_KEY })).toMatchObject(
      refusedWith(400, 21_214, /Nobody answers/),
    );
    const { url } = service;
    const bare = await fetch(`${url()}/2010-04-01/Accounts/${ACCOUNT}/Calls.json`, { method: "POST" });
    expect(bare.status).toBe(401);
    expect(await runs()).toBe(before);
  });

  test("a body that is too large", async () => {
    const form = { To: called.number, From: AGENTS_NUMBER, Url, Unused: "x".repeat(70_000) };
    expect(await twilio("POST", "Calls.json", form)).toMatchObject(
      refusedWith(413, 20_001, /more than 65536 bytes/),
    );
  });

  test("a digital human without a simulation, in two, or with a journey", async () => {
    const always_on = { always_on_mode: true, always_on_active: true };
    const ask = (To: string) => twilio("POST", "Calls.json", { To, From: "+14155550199", Url });
    await makeDigitalHuman(acme, { ...BOOKER, ...always_on, phone_number: "+14155557001" });
    expect(await ask("+14155557001")).toMatchObject(refusedWith(400, 21_214, /is in no simulation/));
    const simulations = [called.simulation_id, (await callee()).simulation_id];
    await makeDigitalHuman(acme, { ...BOOKER, ...always_on, phone_number: "+14155557002" }, simulations);
    expect(await ask("+14155557002")).toMatchObject(refusedWith(400, 21_214, /in the simulations \d+, \d+/));
    const journey_steps = [1, 2].map((step) => ({ step, intent: "Books a check-up." }));
    const { number } = await callee({ journey_steps });
    expect(await ask(number)).toMatchObject(refusedWith(400, 21_214, /a journey of several calls/));
  });
});

test("the agent's own number tells the simulations of a digital human apart", async () => {
  const one = await callee();
  const { agent_id } = await makeAgent(acme, { mode: "VOICE", phone_number: "+14155550177" });
  const { id: simulation_id } = await makeSimulation(acme, { agent_id });
  await acme("POST", `/v1/simulation/${simulation_id}/add-digital-humans`, { digital_human_ids: [one.id] });
  const agent = await webhook((response) => response.end("<Response><Hangup/></Response>"));
  for (const [From, expected] of [
    [AGENTS_NUMBER, one.simulation_id],
    ["+14155550177", simulation_id],
  ] as const) {
    const { body } = await twilio("POST", "Calls.json", { To: one.number, From, Url: agent.url });
    expect(await judged(body.sid)).toMatchObject({ simulation_id: expected });
  }
});

test("calls are found by account and SID, newest first, in pages", async () => {
  const agent = await webhook((response) => response.end("<Response><Hangup/></Response>"));
  const { number } = await callee();
  const sids: string[] = [];
  for (let count = 0; count < 3; count++) {
    const { body } = await twilio("POST", "Calls.json", { To: number, From: AGENTS_NUMBER, Url: agent.url });
    sids.unshift(body.sid);
  }
  const { body: page } = await twilio("GET", "Calls.json?PageSize=2");
  expect(page.calls.map(({ sid }: { sid: string }) => sid)).toEqual(sids.slice(0, 2));
  expect(page).toMatchObject({ page: 0, page_size: 2, start: 0, end: 1, previous_page_uri: null });
  const next = await twilio("GET", page.next_page_uri.split(`${ACCOUNT}/`)[1]);
  expect(next.body).toMatchObject({
    page: 1,
    start: 2,
    calls: [{ sid: sids[2] }, ...(next.body.calls[1] ? [{}] : [])],
  });
  expect(await twilio("GET", "Calls.json?To=%2B1")).toMatchObject(refusedWith(400, 20_001, /no filter "To"/));
  expect((await twilio("GET", "Calls.json", undefined, { key: RIVAL_KEY })).body.calls).toEqual([]);
  const sid = sids[0] ?? "";
  for (const [path, key] of [
    [`Calls/${sid}.json`, RIVAL_KEY],
    [`Calls/CA${"0".repeat(32)}.json`, ACME_KEY],
    [`../ACother/Calls/${sid}.json`, ACME_KEY],
  ] as const)
    expect(await twilio("GET", path, undefined, { key })).toMatchObject(
      refusedWith(404, 20_404, /was not found/),
    );
});

test("a call is found after a restart, and a call that the restart ended is not made again", async () => {
  const data = mkdtempSync(join(tmpdir(), "parley-agent-calls-"));
  opened.push(() => rmSync(data, { recursive: true, force: true }));
  const agents = [{ id: 101, name: "Dialer", mode: "VOICE" }];
  const seed = { kind: "Seed", organizations: [{ name: "acme", api_key: ACME_KEY, agents }] };
  const failures: unknown[] = [];
  const start = () =>
    serve({
      data,
      host: "127.0.0.1",
      port: 0,
      seeds: [Seed.parse(seed)],
      report: (error) => failures.push(error),
    });
  const agent = await webhook((response) => void response);
  const first = await start();
  const { number } = await callee({}, callsWith(first.url, ACME_KEY));
  const form = { To: number, From: AGENTS_NUMBER, Url: agent.url };
  const { body: created } = await twilio("POST", "Calls.json", form, { url: first.url });
  await soon(async () => expect(agent.asked.length).toBe(1));
  await first.close();
  const second = await start();
  try {
    const result = await judged(created.sid, callsWith(second.url, ACME_KEY));
    expect(result).toMatchObject({ end_reason: "connection_lost", outcome: "incompleted" });
    const { body } = await twilio("GET", `Calls/${created.sid}.json`, undefined, { url: second.url });
    expect(body).toMatchObject({ sid: created.sid, status: "failed", date_created: created.date_created });
    expect(agent.asked).toHaveLength(1);
  } finally {
    await second.close();
  }
  expect(failures).toEqual([]);
});
