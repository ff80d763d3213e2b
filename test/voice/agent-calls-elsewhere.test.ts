/** Agents that call out by the APIs of Telnyx or Plivo. What all companies share is tested with Twilio's. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { machineForm } from "../../src/cli/manifest/machines.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { ACME_KEY, RIVAL_KEY, useService } from "../support/service.ts";
import { BOOKER } from "../support/voice-agent.ts";

const service = useService();
const { acme } = service;

const ACCOUNT = "MA0123456789ABCDEF01";
const NUMBER = "+14155550126";
const FROM = "+14155550100";

/** An agent that has been asked, and never answers. */
const silent = createServer((request) => void request.resume());
let Url = "";
let simulation_id = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  Url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/voice`;
  const { agent_id } = await makeAgent(acme, { mode: "VOICE", type: "OUTBOUND" });
  simulation_id = (await makeSimulation(acme, { agent_id })).id;
  const always_on = { phone_number: NUMBER, always_on_mode: true, always_on_active: true };
  await makeDigitalHuman(acme, { ...BOOKER, ...always_on }, [simulation_id]);
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

const COMPANIES = {
  telnyx: {
    path: `/v2/texml/Accounts/${ACCOUNT}/Calls`,
    headers: (key: string) => ({ authorization: `Bearer ${key}` }),
    asks: () => ({ To: NUMBER, From: FROM, Url }),
    id: ({ call_sid }: { call_sid: string }) => call_sid,
  },
  "call control": {
    path: "/v2/calls",
    headers: (key: string) => ({ authorization: `Bearer ${key}` }),
    asks: () => ({
      ...{ connection_id: ACCOUNT, to: NUMBER, from: FROM },
      ...{ stream_url: Url.replace("http", "ws"), stream_bidirectional_mode: "rtp" },
    }),
    id: ({ data }: { data: { call_control_id: string } }) => data.call_control_id,
  },
  plivo: {
    path: `/v1/Account/${ACCOUNT}/Call/`,
    headers: (key: string) => ({
      authorization: `Basic ${Buffer.from(`${ACCOUNT}:${key}`).toString("base64")}`,
    }),
    asks: () => ({ to: NUMBER.slice(1), from: FROM.slice(1), answer_url: Url }),
    id: ({ request_uuid }: { request_uuid: string }) => request_uuid,
  },
} as const;
type Name = keyof typeof COMPANIES;
const NAMES = Object.keys(COMPANIES) as Name[];

const JSON_TYPE = { "content-type": "application/json" };

async function ask(
  name: Name,
  method: string,
  path: string,
  body?: string | URLSearchParams,
  key = ACME_KEY,
  more = {},
) {
  const headers = { ...COMPANIES[name].headers(key), ...more };
  const response = await fetch(service.url() + path, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

const create = (name: Name, fields: object = {}, key = ACME_KEY) =>
  ask(
    name,
    "POST",
    COMPANIES[name].path,
    JSON.stringify({ ...COMPANIES[name].asks(), ...fields }),
    key,
    JSON_TYPE,
  );

const runs = async () =>
  (await acme("GET", `/v1/get-simulation-runs/${simulation_id}`)).body.simulation_runs.length;

describe("a request that cannot be answered says why in the company's form, and starts nothing", () => {
  test.each<[string, object, number, string, RegExp]>([
    ["no To", { To: "" }, 422, "10004", /No 'To' number/],
    ["a To without its country", { To: "4155550123" }, 422, "10016", /Invalid 'To' number/],
    ["a number that nobody has", { To: "+14155559999" }, 422, "10002", /Nobody answers/],
    ["an invalid From", { From: "a b" }, 422, "10016", /Invalid 'From' number/],
    ["neither Url nor Texml", { Url: "" }, 422, "10004", /Url parameter is required, or Texml/],
    ["a Url with a password", { Url: "http://me:secret@127.0.0.1/" }, 422, "10003", /a user name/],
    ["a UrlMethod of another kind", { UrlMethod: "PUT" }, 400, "10015", /UrlMethod must be GET or POST/],
    ["TeXML without a stream", { Texml: "<Response/>" }, 400, "10015", /Texml has no valid TeXML/],
    ["detection aside", { AsyncAmd: true }, 400, "10015", /AsyncAmd is not supported here/],
    ["an unknown event", { StatusCallback: "http://a/", StatusCallbackEvent: "sung" }, 400, "10015", /sung/],
  ])("of Telnyx: %s", async (_, fields, status, code, why) => {
    const before = await runs();
    const refused = await create("telnyx", fields);
    const detail = expect.stringMatching(why);
    expect(refused).toMatchObject({
      status,
      body: { errors: [{ code, title: expect.any(String), detail }] },
    });
    expect(await runs()).toBe(before);
  });

  test.each<[string, object, number, string, RegExp]>([
    ["no to", { to: "" }, 422, "10004", /No 'to' number is specified; the request needs connection_id/],
    ["a SIP address", { to: "sip:me@sip.telnyx.com" }, 422, "10016", /Invalid 'to' number/],
    ["two numbers", { to: [NUMBER, FROM] }, 400, "10015", /Several numbers in to/],
    ["a number that nobody has", { to: "+14155559999" }, 422, "10002", /Nobody answers/],
    ["no from", { from: "" }, 422, "10004", /No 'from' number/],
    ["no connection_id", { connection_id: "" }, 400, "10015", /connection_id parameter is required/],
    ["a connection_id with a slash", { connection_id: "../7" }, 400, "10015", /connection_id "..\/7"/],
    ["a webhook alone", { stream_url: "", webhook_url: "http://a/" }, 422, "10004", /stream_url .*required/],
    ["a stream over HTTP", { stream_url: "https://a/" }, 422, "10003", /stream_url must be a URL that/],
    ["an endless stream_url", { stream_url: `ws://a/${"a".repeat(4000)}` }, 422, "10003", /4000 characters/],
    ["MP3 by default", { stream_bidirectional_mode: null }, 400, "10015", /speak in MP3/],
    ["MP3", { stream_bidirectional_mode: "mp3" }, 400, "10015", /must be rtp here, not "mp3"/],
    ["another codec", { stream_bidirectional_codec: "OPUS" }, 400, "10015", /must be PCMU or PCMA or L16/],
    ["the track of the agent", { stream_track: "outbound_track" }, 400, "10015", /stream_track must be/],
    ["another rate", { stream_bidirectional_sampling_rate: 48_000 }, 400, "10015", /must be 8000 or 16000/],
    [
      "a token for the stream",
      { stream_auth_token: "t" },
      400,
      "10015",
      /stream_auth_token is not supported/,
    ],
    ["an assistant", { assistant: { id: "a" } }, 400, "10015", /assistant is not supported here/],
    ["an invalid webhook_url", { webhook_url: "nowhere" }, 422, "10003", /webhook_url is not a valid URL/],
    ["a webhook by GET", { webhook_url: "http://a/", webhook_url_method: "GET" }, 400, "10015", /POST here/],
    ["detection that tells nobody", { answering_machine_detection: "detect" }, 400, "10015", /webhook_url/],
    ["the end of a greeting", { answering_machine_detection: "greeting_end" }, 400, "10015", /be detect or/],
    ["an endless client_state", { client_state: "a".repeat(4001) }, 400, "10015", /more than 4000 char/],
  ])("of Telnyx' Call Control: %s", async (_, fields, status, code, why) => {
    const before = await runs();
    const errors = [{ code, title: expect.any(String), detail: expect.stringMatching(why) }];
    expect(await create("call control", fields)).toMatchObject({ status, body: { errors } });
    expect(await runs()).toBe(before);
  });

  test.each<[string, object, RegExp]>([
    ["no to", { to: "" }, /No 'to' number is specified; the request needs to, from and answer_url/],
    ["a SIP address", { to: "sip:me@phone.plivo.com" }, /Invalid 'to' number/],
    ["a number that nobody has", { to: "14155559999" }, /Nobody answers \+14155559999/],
    ["no from", { from: "" }, /No 'from' number/],
    ["no answer_url", { answer_url: "" }, /answer_url parameter is required/],
    ["an answer_url of another kind", { answer_url: "ftp://a/" }, /must begin with https/],
    ["an invalid hangup_url", { hangup_url: "nowhere" }, /hangup_url is not a valid URL: "nowhere"/],
    ["an answer_method of another kind", { answer_method: "PUT" }, /answer_method must be GET or POST/],
    ["keys to press", { send_digits: "1w2" }, /send_digits is not supported here/],
    ["hanging up on machines", { machine_detection: "hangup" }, /machine_detection must be true/],
  ])("of Plivo: %s", async (_, fields, why) => {
    const before = await runs();
    const body = { api_id: expect.any(String), error: expect.stringMatching(why) };
    expect(await create("plivo", fields)).toMatchObject({ status: 400, body });
    expect(await runs()).toBe(before);
  });

  test.each(NAMES)("of %s: an invalid body or key", async (name) => {
    const before = await runs();
    const { path, asks } = COMPANIES[name];
    const sent = async (body: string) =>
      JSON.stringify(await ask(name, "POST", path, body, ACME_KEY, JSON_TYPE));
    expect(await sent("{")).toMatch(/"status":400,.*The body is not valid JSON/);
    expect(await sent("[1]")).toMatch(/"status":400,.*The body is not a JSON object/);
    const to = name === "telnyx" ? "To" : "to";
    for (const [open, close] of [["[", "]"] as const, ['{"a":', "}"] as const]) {
      const deep = open.repeat(10_000) + 0 + close.repeat(10_000);
      const answer = await sent(`{"connection_id":"7","${to}":${deep}}`);
      expect(answer).toMatch(/"status":4(?:00|22),/);
      expect(answer).toContain(`Invalid '${to}' number`);
    }
    expect(await sent(JSON.stringify({ ...asks(), unused: "x".repeat(70_000) }))).toMatch(/"status":413,/);
    expect((await create(name, {}, "wrong")).status).toBe(401);
    expect(JSON.stringify(await create(name, {}, RIVAL_KEY))).toMatch(/Nobody answers/);
    expect(await runs()).toBe(before);
  });
});

describe.each(NAMES)("a call that an agent creates by the API of %s", (name) => {
  const { path, asks, id } = COMPANIES[name];
  const HANG_UPS = {
    telnyx: [
      (sid: string, key?: string) => ask(name, "POST", `/v2/calls/${sid}/actions/hangup`, "", key),
      (sid: string, key?: string) =>
        ask(name, "POST", `${path}/${sid}`, new URLSearchParams({ Status: "completed" }), key),
    ],
    "call control": [
      (sid: string, key?: string) => ask(name, "POST", `${path}/${sid}/actions/hangup`, "{}", key, JSON_TYPE),
    ],
    plivo: [
      (sid: string, key?: string) => ask(name, "DELETE", `${path}${sid}/`, undefined, key),
      (sid: string, key?: string) =>
        ask(name, "DELETE", `/v1/Account/${ACCOUNT}/Request/${sid}/`, undefined, key),
    ],
  }[name];

  test("is asked for in a form too, and ended by the key that created it, and by no other", async () => {
    for (const hangUp of HANG_UPS) {
      const created = await ask(name, "POST", path, new URLSearchParams(asks()));
      expect(created.status).toBe(name === "call control" ? 200 : 201);
      const sid = id(created.body);
      expect((await hangUp(sid, RIVAL_KEY)).status).toBe(401);
      expect((await hangUp(sid)).status).toBe(name === "plivo" ? 204 : 200);
      expect((await hangUp(sid)).status).toBe(name === "plivo" ? 404 : 422);
      expect((await ask(name, "GET", `${path.replace(/\/$/, "")}/${sid}`, undefined, RIVAL_KEY)).status).toBe(
        404,
      );
    }
  });

  test("does not belong to an account with the same name at another company", async () => {
    const { body } = await create(name);
    const headers = COMPANIES.plivo.headers(ACME_KEY);
    const list = `${service.url()}/2010-04-01/Accounts/${ACCOUNT}/Calls.json`;
    expect(await (await fetch(list, { headers })).json()).toMatchObject({ calls: [] });
    await HANG_UPS[0]?.(id(body));
  });
});

test("Texml is taken instead of a Url, and a call of Telnyx is changed only by hanging up", async () => {
  const Texml = '<Response><Connect><Stream url="ws://127.0.0.1:1/"/></Connect></Response>';
  const { body } = await create("telnyx", { Texml, Url: "not a URL" });
  const { path } = COMPANIES.telnyx;
  const other = await ask("telnyx", "POST", `${path}/${body.call_sid}`, new URLSearchParams({ Url }));
  expect(other).toMatchObject({ status: 400, body: { errors: [{ code: "10015" }] } });
  await expect
    .poll(async () => (await ask("telnyx", "GET", `${path}/${body.call_sid}.json`)).body, { timeout: 20_000 })
    .toMatchObject({ sid: body.call_sid, status: "failed", duration: "0" });
  expect(await ask("telnyx", "GET", `${path}.json?Status=failed`)).toMatchObject({ status: 400 });
});

test("the list of Plivo tells calls that are over from those that are not, and takes no filter", async () => {
  const { path } = COMPANIES.plivo;
  const before = (await ask("plivo", "GET", path)).body;
  const { body } = await create("plivo");
  const uuid = body.request_uuid;
  const named = async () => {
    const names: string[] = [];
    // In this order, a call that begins in between is in one of them.
    for (const status of ["queued", "live"])
      names.push(...(await ask("plivo", "GET", `${path}?status=${status}`)).body.calls);
    return names;
  };
  expect(await named()).toContain(uuid);
  expect((await ask("plivo", "GET", path)).body.meta).toEqual(before.meta);
  await ask("plivo", "DELETE", `${path}${uuid}/`);
  expect(await named()).not.toContain(uuid);
  const { meta, objects } = (await ask("plivo", "GET", path)).body;
  expect(meta.total_count).toBe(before.meta.total_count + 1);
  expect(objects[0]).toMatchObject({ call_uuid: uuid, call_direction: "outbound" });
  expect((await ask("plivo", "GET", path, undefined, RIVAL_KEY)).body.objects).toEqual([]);
  expect(await ask("plivo", "GET", `${path}?limit=1000`)).toMatchObject({ body: { meta: { limit: 20 } } });
  expect((await ask("plivo", "GET", `${path}?offset=5000`)).body.objects).toEqual([]);
  for (const query of ["from_number=1", "limit=-1", "offset=x", "status=done"])
    expect(await ask("plivo", "GET", `${path}?${query}`)).toMatchObject({
      status: 400,
      body: { error: expect.any(String) },
    });
});

/** A webhook of Call Control, and what it got. */
async function listen() {
  const events: { data: { event_type: string; payload: object } }[] = [];
  const webhook = createServer(async (request, response) => {
    events.push(JSON.parse((await request.toArray()).join("")));
    response.end();
  });
  onTestFinished(() => void webhook.close());
  await new Promise<void>((resolve) => webhook.listen(0, "127.0.0.1", resolve));
  return { events, webhook_url: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/` };
}

test("a stream of Call Control at a private address is not connected, and the webhook gets the end of the call", async () => {
  const { events, webhook_url } = await listen();
  const { body } = await create("call control", { stream_url: "ws://169.254.169.254/latest", webhook_url });
  const { call_control_id } = body.data;
  await expect.poll(() => events.length, { timeout: 20_000 }).toBe(3);
  expect(events.map(({ data }) => data.event_type)).toEqual([
    "call.initiated",
    "call.answered",
    "call.hangup",
  ]);
  const ends = { hangup_cause: "unspecified", hangup_source: "unknown", call_control_id };
  expect(events[2]?.data.payload).toMatchObject(ends);
  const { data } = (await ask("call control", "GET", `/v2/calls/${call_control_id}`)).body;
  expect(data).toMatchObject({ is_alive: false, call_duration: 0 });
  const id = Number.parseInt(call_control_id.slice(-16), 16);
  const { simulation_result } = (await acme("GET", `/v1/retrieve-simulation-result/${id}`)).body;
  expect(simulation_result).toMatchObject({ end_reason: "unreachable", outcome: "incompleted" });
  expect(simulation_result.outcome_reason).toMatch(/169\.254\.169\.254 is a .* address/);
});

test("a command of Call Control that is repeated is the same call", async () => {
  const create_ = (command_id?: string) => create("call control", { ...(command_id && { command_id }) });
  const command_id = "891510ac-f3e4-11e8-af5b-de00688a4901";
  const [first, again] = await Promise.all([create_(command_id), create_(command_id)]);
  const later = await create_(command_id);
  expect([first.status, again.status, later.status]).toEqual([200, 200, 200]);
  expect(again.body).toEqual(first.body);
  expect(later.body).toEqual(first.body);
  const others = [await create_("f3e4"), await create_(), await create_()];
  const ids = [first, ...others].map(({ body }) => body.data.call_control_id);
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) await ask("call control", "POST", `/v2/calls/${id}/actions/hangup`, "{}");
});

test("the webhook of Call Control gets whether a machine has picked up", async () => {
  const to = "+14155550128";
  const always_on = { phone_number: to, always_on_mode: true, always_on_active: true };
  const machine = machineForm({ name: "Dana", voicemail: { greeting: "You have reached Dana." } });
  await makeDigitalHuman(acme, { ...machine?.fields, ...always_on }, [simulation_id]);
  const { events, webhook_url } = await listen();
  const detection = { answering_machine_detection: "detect", webhook_url };
  const { body } = await create("call control", { to, ...detection });
  await expect.poll(() => events.length, { timeout: 20_000 }).toBe(3);
  expect(events[2]?.data).toMatchObject({
    event_type: "call.machine.detection.ended",
    payload: { result: "machine", to },
  });
  await ask("call control", "POST", `/v2/calls/${body.data.call_control_id}/actions/hangup`, "{}");
  await expect
    .poll(() => events[3]?.data.payload, { timeout: 20_000 })
    .toMatchObject({
      ...{ hangup_cause: "originator_cancel", hangup_source: "caller" },
    });
});
