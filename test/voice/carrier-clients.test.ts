/** The own clients of Telnyx and Plivo, which nobody here wrote, create calls at the service and follow them. */
import { execFile } from "node:child_process";
import { copyFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { installApart } from "../support/install-apart.ts";
import { makeAgent, makeDigitalHuman, makeSimulation } from "../support/make.ts";
import { ACME_KEY, useService } from "../support/service.ts";
import type { Message } from "../support/telephone-agent.ts";
import { BOOKER } from "../support/voice-agent.ts";

const service = useService();
const { acme } = service;

/** The stream of an agent that hangs up soon, and what it was told at the beginning of each call. */
const starts: Message[] = [];
const streams = new WebSocketServer({ host: "127.0.0.1", port: 0 });
streams.on("connection", (socket) =>
  socket.on("message", (data) => {
    const message = JSON.parse(String(data));
    if (message.event !== "start") return;
    starts.push(message);
    setTimeout(() => socket.close(1000), 1500);
  }),
);
beforeAll(async () => {
  if (!streams.address()) await new Promise((resolve) => streams.once("listening", resolve));
});
afterAll(() => {
  for (const socket of streams.clients) socket.terminate();
  streams.close();
});

/** What a client of the company was told. Undefined if the registry cannot be reached. */
async function toldBy(client: string, packages: readonly string[], number: string) {
  const cwd = await installApart(packages);
  if (cwd === undefined) return undefined;
  copyFileSync(join(import.meta.dirname, `../support/${client}`), join(cwd, client));
  // One secret is used for requests and signatures.
  const { agent_id } = await makeAgent(acme, { mode: "VOICE", websocket_password: ACME_KEY });
  const { id } = await makeSimulation(acme, { agent_id, opening_patience_ms: null });
  const always_on = { phone_number: number, always_on_mode: true, always_on_active: true };
  await makeDigitalHuman(acme, { ...BOOKER, ...always_on }, [id]);
  const stream = `ws://127.0.0.1:${(streams.address() as AddressInfo).port}/`;
  const words = [client, service.url(), ACME_KEY, number, stream];
  const { stdout } = await promisify(execFile)("node", words, { cwd, timeout: 60_000 });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

const dialectOf = async (id: number) =>
  (await acme("GET", `/v1/retrieve-simulation-result/${id}`)).body.simulation_result.call.dialect;

test("Telnyx' client creates, follows, lists and ends calls", async ({ skip }) => {
  const to = "+14155550124";
  const told = await toldBy("telnyx-client.mjs", ["telnyx@7"], to);
  if (!told) return skip("the registry cannot be reached");
  const from = "+14155550100";
  const account = "61bf923e-5e4d-4595-a110-56190ea18a1b";
  const sid = told.created.call_sid;
  expect(sid).toMatch(/^v3:[\da-f]{32}$/);
  expect(told.created).toMatchObject({ from, to, status: "queued" });
  const call = { AccountSid: account, CallSid: sid, From: from, To: to };
  expect(told.asked[0]).toMatchObject({ ...call, CallStatus: "in-progress", AnsweredBy: "human" });
  expect(told.statuses).toMatchObject(
    ["initiated", "ringing", "in-progress", "completed"].map((CallStatus, place) => ({
      ...call,
      CallStatus,
      CallSidLegacy: sid,
      CallbackSource: "call-progress-events",
      SequenceNumber: String(place),
    })),
  );
  expect(told.statuses[3].CallDuration).toMatch(/^[1-9]$/);
  expect(told.seen.slice(-2)).toEqual(["in-progress", "completed"]);
  expect(told.call).toMatchObject({
    sid,
    account_sid: account,
    direction: "outbound",
    duration: told.statuses[3].CallDuration,
    end_time: expect.stringMatching(/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} \+0000$/),
    uri: `/v2/texml/Accounts/${account}/Calls/${sid}.json`,
  });
  expect(told.listed).toEqual([sid]);
  expect(told.hung_up).toMatchObject({ account_sid: account, status: "completed" });
  const [start] = starts.filter(({ start }) => start.call_control_id === sid);
  expect(start?.["start"]).toMatchObject({ user_id: account, from, to });
  const refused = (name: string, status: number, code: string, detail: RegExp) => ({
    name,
    status,
    errors: [{ code, detail: expect.stringMatching(detail), meta: { url: expect.stringContaining(code) } }],
  });
  expect(told.refusals).toMatchObject({
    unknown: refused("UnprocessableEntityError", 422, "10002", /Nobody answers \+14155559999/),
    no_url: refused("UnprocessableEntityError", 422, "10004", /Url parameter is required, or Texml/),
    bad_url: refused("UnprocessableEntityError", 422, "10003", /must begin with https/),
    plain: refused("UnprocessableEntityError", 422, "10016", /Invalid 'To' number "4155550123"/),
    stranger: refused("AuthenticationError", 401, "10009", /key/),
    missing: refused("NotFoundError", 404, "10005", /was not found/),
  });
  expect(await dialectOf(Number.parseInt(sid.slice(-16), 16))).toBe("telnyx");
});

test("Telnyx' client dials, follows and hangs up by Call Control", async ({ skip }) => {
  const to = "+14155550127";
  const told = await toldBy("telnyx-call-control-client.mjs", ["telnyx@7"], to);
  if (!told) return skip("the registry cannot be reached");
  const { call_control_id, call_leg_id, call_session_id } = told.created;
  const ids = { call_control_id, call_leg_id, call_session_id, client_state: "b3JkZXIgNDQ3MQ==" };
  expect(call_control_id).toMatch(/^v3:[\da-f]{32}$/);
  expect(told.created).toEqual({ record_type: "call", ...ids, is_alive: false });
  expect(told.alive).toEqual([true, false]);
  expect(told.call).toEqual({
    ...{ record_type: "call", ...ids, is_alive: false },
    start_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    end_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    call_duration: expect.any(Number),
  });
  const from = "+14155550100";
  const connection_id = "1494404757140276705";
  const event = (event_type: string, said: object) => ({
    data: { record_type: "event", event_type, payload: { ...ids, connection_id, from, to, ...said } },
    meta: { attempt: 1 },
  });
  expect(told.events).toMatchObject([
    event("call.initiated", { direction: "outgoing", state: "bridging" }),
    event("call.answered", { state: "answered" }),
    event("call.machine.detection.ended", { result: "human" }),
    event("call.hangup", { state: "hangup", hangup_cause: "normal_clearing", hangup_source: "caller" }),
  ]);
  const [start] = starts.filter(({ start }) => start.call_control_id === call_control_id);
  expect(start?.["start"]).toMatchObject({
    ...{ user_id: connection_id, call_session_id, client_state: ids.client_state, from, to },
    media_format: { encoding: "PCMA", sample_rate: 8000, channels: 1 },
  });
  expect(told.hung_up).toEqual({ data: { result: "ok" } });
  const refused = (status: number, code: string, detail?: RegExp) => ({
    status,
    errors: [{ code, ...(detail && { detail: expect.stringMatching(detail) }) }],
  });
  expect(told.again).toMatchObject(refused(422, "90018"));
  expect(told.refusals).toMatchObject({
    unknown: refused(422, "10002", /Nobody answers \+14155559999/),
    several: refused(400, "10015", /Several numbers/),
    plain: refused(422, "10016", /Invalid 'to' number "4155550123"/),
    no_connection: refused(400, "10015", /connection_id parameter is required/),
    no_stream: refused(422, "10004", /stream_url parameter is required here.*streaming_start/),
    bad_stream: refused(422, "10003", /must be a URL that begins with wss:/),
    mp3: refused(400, "10015", /stream_bidirectional_mode must be rtp/),
    assistant: refused(400, "10015", /assistant is not supported here/),
    stranger: refused(401, "10009", /key/),
    missing: refused(404, "10005", /was not found/),
  });
  expect(await dialectOf(Number.parseInt(call_control_id.slice(-16), 16))).toBe("telnyx");
});

test("Plivo's client creates, follows, lists and ends calls, and accepts every signature", async ({
  skip,
}) => {
  const told = await toldBy("plivo-client.mjs", ["plivo@4"], "+14155550125");
  if (!told) return skip("the registry cannot be reached");
  const uuid = told.created.requestUuid;
  expect(told.created).toMatchObject({ message: "call fired", apiId: expect.any(String) });
  const call = {
    ...{ CallUUID: uuid, ALegUUID: uuid, RequestUUID: uuid, ALegRequestUUID: uuid },
    ...{ From: "14155550100", To: "14155550125", Direction: "outbound" },
  };
  expect(told.asked[0]).toMatchObject({
    ...call,
    CallStatus: "in-progress",
    Event: "StartApp",
    Machine: "false",
  });
  expect(told.statuses).toMatchObject([
    { ...call, CallStatus: "ringing", Event: "Ring" },
    { ...call, CallStatus: "completed", Event: "Hangup", HangupCause: "NORMAL_CLEARING" },
  ]);
  expect(told.statuses[1].Duration).toMatch(/^[1-9]$/);
  expect(told.signatures.length).toBeGreaterThanOrEqual(3);
  expect(told.signatures).not.toContain(false);
  expect(told.live).toMatchObject({ callUuid: uuid, callStatus: "in-progress", direction: "outbound" });
  const refused = (status: number, error: RegExp) => ({ status, body: expect.stringMatching(error) });
  expect(told.early).toEqual(refused(404, /was not found/));
  expect(told.record).toMatchObject({
    callUuid: uuid,
    callDirection: "outbound",
    callDuration: Number(told.statuses[1].Duration),
    fromNumber: "14155550100",
    toNumber: "14155550125",
    endTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00:00$/),
    resourceUri: `/v1/Account/MAXXXXXXXXXXXXXXXXXX/Call/${uuid}/`,
  });
  expect(told.again).toEqual(refused(404, /"call not found"/));
  expect(told.live_list).toMatchObject([{ callUuid: uuid }]);
  const meta = { limit: 1, offset: 0, previous: null, totalCount: 2 };
  expect(told.listed.meta).toEqual({ ...meta, next: expect.stringMatching(/\/Call\/\?limit=1&offset=1$/) });
  expect(told.listed.calls).toMatchObject([{ callUuid: told.second.requestUuid, callDirection: "outbound" }]);
  expect(told.rest.meta).toMatchObject({ next: null, previous: expect.stringMatching(/limit=1&offset=0$/) });
  expect(told.rest.calls).toMatchObject([
    { callUuid: uuid, callDuration: Number(told.statuses[1].Duration) },
  ]);
  const [start] = starts.filter(({ start }) => start.callId === uuid);
  expect(start?.["start"]).toMatchObject({ accountId: "MAXXXXXXXXXXXXXXXXXX" });
  expect(told.refusals).toMatchObject({
    unknown: refused(400, /^\{"api_id":"[-\da-f]{36}","error":"Nobody answers \+14155559999/),
    several: refused(400, /Several numbers in 'to'/),
    bad_url: refused(400, /must begin with https/),
    stranger: refused(401, /"error":".*key/),
    missing: refused(404, /was not found/),
    filter: refused(400, /no filter \\"from_number\\"/),
  });
  expect(await dialectOf(Number.parseInt(uuid.replaceAll("-", "").slice(-16), 16))).toBe("plivo");
});
