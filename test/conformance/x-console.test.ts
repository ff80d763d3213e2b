/** The console without a browser: who gets access, from where, and what the routes answer. */
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { Seed } from "../../src/contract/schemas/index.ts";
import { serve } from "../../src/service/server.ts";
import { makeConversations } from "../support/make.ts";
import { replyTo } from "../support/raw.ts";
import { ACME_KEY, RIVAL_KEY, useService } from "../support/service.ts";
import { until } from "../support/until.ts";

const { url, acme, rival } = useService();

const WAV = readFileSync(resolve(import.meta.dirname, "../../fixtures/recordings/booking.wav"));

type Fetched = Awaited<ReturnType<typeof fetch>>;
const ask = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Fetched> =>
  fetch(url() + path, { method, headers });

/** Signs in with a new link. Returns the cookie. */
async function signIn(calls = acme): Promise<string> {
  const { body } = await calls("POST", "/v1/console-links");
  const link = body.path.replace("/#/sign-in/", "");
  const answer = await ask("/console/session", { "x-sign-in": link, origin: url() }, "POST");
  expect(answer.status).toBe(200);
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

async function submitCall(calls = acme): Promise<string> {
  const { body } = await calls("POST", "/v1/evaluate", {
    agent_id: calls === acme ? "101" : "202",
    start_time_utc: "2026-11-01T09:00:00Z",
    participants: [{ role: "AGENT" }, { role: "USER" }],
    recording_base64: `data:audio/wav;base64,${WAV.toString("base64")}`,
    multichannel: true,
  });
  return body.call_id;
}

describe("a session", () => {
  test("acts for the organization that made its link, and for no other", async () => {
    const cookie = await signIn(rival);
    const agents = await (await ask("/v1/all-agents", { cookie })).json();
    expect(agents).toMatchObject([{ id: "202" }]);
    expect((await ask("/v1/agents/101", { cookie })).status).toBe(404);
    expect(await (await ask("/console/session", { cookie })).json()).toEqual({ organization: "rival" });
  });

  test("begins with a link once, and ends for good", async () => {
    const { body } = await acme("POST", "/v1/console-links");
    expect(Date.parse(body.expires_at) - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    const headers = { "x-sign-in": body.path.replace("/#/sign-in/", ""), origin: url() };
    const both = await Promise.all([1, 2].map(() => ask("/console/session", headers, "POST")));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const set = both.find(({ status }) => status === 200)?.headers.get("set-cookie") ?? "";
    expect(set).toMatch(/^parley_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
    const cookie = set.split(";")[0] ?? "";
    expect((await ask("/v1/all-agents", { cookie })).status).toBe(200);
    await ask("/console/session", { cookie, origin: url() }, "DELETE");
    expect((await ask("/v1/all-agents", { cookie })).status).toBe(401);
  });

  test("makes no links, so whoever takes its cookie has nothing once its owner signs out", async () => {
    const cookie = await signIn();
    const asked = await ask("/v1/console-links", { cookie, origin: url() }, "POST");
    expect(asked.status).toBe(403);
    expect(await asked.json()).toEqual({
      detail: "a session makes no links; `parley open` makes one with a key",
    });
    expect((await acme("POST", "/v1/console-links")).status).toBe(200);
    await ask("/console/session", { cookie, origin: url() }, "DELETE");
    expect((await ask("/console/session", { cookie })).status).toBe(401);
    expect((await ask("/v1/console-links", { cookie, origin: url() }, "POST")).status).toBe(401);
  });

  test("ends when its browser signs in again", async () => {
    const earlier = await signIn();
    const other = await signIn();
    const { body } = await acme("POST", "/v1/console-links");
    const link = body.path.replace("/#/sign-in/", "");
    const headers = { "x-sign-in": link, origin: url(), cookie: earlier };
    expect((await ask("/console/session", { ...headers, "x-sign-in": "wrong" }, "POST")).status).toBe(401);
    expect((await ask("/console/session", { cookie: earlier })).status).toBe(200);
    const later =
      (await ask("/console/session", headers, "POST")).headers.get("set-cookie")?.split(";")[0] ?? "";
    expect((await ask("/console/session", { cookie: earlier })).status).toBe(401);
    for (const cookie of [later, other]) expect((await ask("/console/session", { cookie })).status).toBe(200);
  });

  test("says over TLS that its cookie is for TLS", async () => {
    const { body } = await acme("POST", "/v1/console-links");
    const headers = {
      "x-sign-in": body.path.replace("/#/sign-in/", ""),
      origin: url(),
      "x-forwarded-proto": "https",
    };
    const answer = await ask("/console/session", headers, "POST");
    expect(answer.headers.get("set-cookie")).toMatch(/; Secure$/);
  });

  test.each([
    ["a page of another origin", { origin: "http://evil.example" }],
    ["a page on another port of this machine", { origin: "http://127.0.0.1:1" }],
    ["a page without an origin", { origin: "null" }],
    ["another site, as browsers say", { "sec-fetch-site": "cross-site" }],
    ["the same site, but not this page", { "sec-fetch-site": "same-site" }],
  ])("refuses %s", async (_, headers) => {
    const cookie = await signIn();
    expect((await ask("/v1/all-agents", { cookie, ...headers })).status).toBe(403);
    expect((await ask("/console/events", { cookie, ...headers })).status).toBe(403);
  });

  test("changes nothing without an origin, which every browser sends", async () => {
    const cookie = await signIn();
    const path = "/v1/evaluate/00000000-0000-4000-8000-000000000000/rerun";
    expect((await ask(path, { cookie }, "POST")).status).toBe(403);
    expect((await ask(path, { cookie, origin: url() }, "POST")).status).toBe(404);
  });

  test("refuses a host name that is not of this machine", async () => {
    const cookie = await signIn();
    for (const path of ["/", "/console/session", "/v1/all-agents"]) {
      const sent = request(url() + path, { headers: { host: "evil.example", cookie } }).end();
      expect((await replyTo(sent)).status).toBe(421);
    }
  });
});

test("the page and its files need no key, and may load nothing from elsewhere", async () => {
  for (const path of ["/", "/console/web.js", "/console/web.css"]) {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    const etag = answer.headers.get("etag") ?? "";
    expect((await ask(path, { "if-none-match": etag })).status).toBe(304);
  }
  expect((await ask("/console/session")).status).toBe(401);
  expect((await ask("/console/events")).status).toBe(401);
});

describe("recordings", () => {
  test("are sent whole and in parts, only to their organization", async () => {
    const id = await submitCall();
    const key = { "x-api-key": ACME_KEY };
    const whole = await ask(`/console/recordings/${id}`, key);
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    expect(Buffer.from(await whole.arrayBuffer()).equals(WAV)).toBe(true);
    for (const [range, from, to] of [
      ["bytes=0-0", 0, 1],
      ["bytes=44-1043", 44, 1044],
      ["bytes=70000-", 70_000, WAV.length],
      ["bytes=-100", WAV.length - 100, WAV.length],
    ] as const) {
      const part = await ask(`/console/recordings/${id}`, { ...key, range });
      expect(part.status).toBe(206);
      expect(part.headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/${WAV.length}`);
      expect(Buffer.from(await part.arrayBuffer()).equals(WAV.subarray(from, to))).toBe(true);
    }
    expect((await ask(`/console/recordings/${id}`, { ...key, range: `bytes=${WAV.length}-` })).status).toBe(
      416,
    );
    const other = await submitCall(rival);
    for (const path of ["/console/recordings", "/v1/retrieve-call-recording", "/v1/retrieve-recording-peaks"])
      expect((await ask(`${path}/${other}`, key)).status).toBe(404);
  });

  test("are downloaded as they were submitted", async () => {
    const { body } = await acme("GET", `/v1/retrieve-call-recording/${await submitCall()}`);
    expect(body).toMatchObject({ media_type: "audio/wav", bytes: WAV.length });
    const [, base64 = ""] = body.recording_base64.split(",");
    expect(Buffer.from(base64, "base64").equals(WAV)).toBe(true);
  });

  test("are outlined channel by channel, the second time from the cache", async () => {
    const id = await submitCall();
    const { body } = await acme("GET", `/v1/retrieve-recording-peaks/${id}`);
    expect(body.channels).toHaveLength(2);
    for (const channel of body.channels) {
      expect(channel.length).toBeLessThanOrEqual(3200);
      expect(Math.max(...channel)).toBeGreaterThan(40);
      expect(Math.min(...channel)).toBeLessThan(-40);
    }
    expect((await acme("GET", `/v1/retrieve-recording-peaks/${id}`)).body).toEqual(body);
  });
});

test("a later mark of a verdict replaces the earlier one", async () => {
  const call_id = await submitCall();
  const mark = (is_right: boolean, reason: string | null) =>
    acme("POST", "/v1/verdict-marks", { call_id, metric: "Greeting", is_right, reason });
  await mark(true, null);
  await mark(false, "It never greeted");
  const { body } = await acme("GET", `/v1/verdict-marks?call_id=${call_id}`);
  expect(body).toMatchObject({
    total_count: 1,
    marks: [{ call_id, metric: "Greeting", is_right: false, reason: "It never greeted" }],
  });
  expect((await rival("GET", `/v1/verdict-marks?call_id=${call_id}`)).body.total_count).toBe(0);
  expect((await rival("POST", "/v1/verdict-marks", { call_id, metric: "x", is_right: true })).status).toBe(
    404,
  );
  expect((await acme("POST", "/v1/verdict-marks", { metric: "x", is_right: true })).status).toBe(422);
});

describe("the stream of live updates", () => {
  /** Reads events until one matches. */
  async function eventsUntil(last: string | undefined, wanted: (event: Sent) => boolean): Promise<Sent[]> {
    const own = new AbortController();
    const answer = await fetch(`${url()}/console/events`, {
      headers: { "x-api-key": ACME_KEY, ...(last !== undefined && { "last-event-id": last }) },
      signal: own.signal,
    });
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    const events: Sent[] = [];
    let text = "";
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { value = "", done } = (await reader?.read()) ?? { done: true };
      text += value;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      events.push(...blocks.map(parse));
      if (done || events.some(wanted)) break;
    }
    own.abort();
    return events;
  }

  test("sends every turn, including those that a reader has missed", async () => {
    const { body: simulation } = await acme("POST", "/v1/create-simulation", { name: "Live", agent_id: 101 });
    await acme("POST", "/v1/create-digital-human", {
      simulation_ids: [simulation.id],
      digital_human: { name: "Live caller", intent: "Talk" },
    });
    const { body: run } = await acme("POST", "/v1/queue-http-text-simulation-run", {
      simulation_id: simulation.id,
    });
    const [simulation_result_id] = run.simulation_result_ids;
    const hasTurn = (message: string) => (event: Sent) =>
      event.event === "turns" && event.data.some((turn: { message: string }) => turn.message === message);
    const first = await eventsUntil(undefined, ({ event }) => event === "conversations");
    expect(first.find(({ event }) => event === "conversations")?.data).toMatchObject([
      { id: simulation_result_id, name: "Live caller" },
    ]);
    const last = first.at(-1)?.id;
    await acme("POST", "/v1/send-http-text-message", {
      simulation_result_id,
      message: "Said meanwhile",
      end_turn: false,
    });
    const again = await eventsUntil(last, hasTurn("Said meanwhile"));
    expect(again.find(hasTurn("Said meanwhile"))?.data).toContainEqual(
      expect.objectContaining({ simulation_result_id, role: "AGENT" }),
    );
    await acme("POST", "/v1/end-conversations", { test_result_ids: [simulation_result_id] });
  });
});

describe("a stream of live updates", () => {
  const open = (headers: Record<string, string>) => fetch(`${url()}/console/events`, { headers });

  test("ends before it reports anything new once its reader has signed out", async () => {
    const cookie = await signIn();
    const answer = await open({ cookie });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain("event: ready");
    await ask("/console/session", { cookie, origin: url() }, "DELETE");
    const { run_id } = await makeConversations(acme);
    let heard = "";
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) break;
      heard += value;
    }
    // An event that ended just before may still have been sent while the reader signed in.
    expect(heard).not.toContain(`"simulation_run_id":${run_id}`);
  });

  test("is one of a hundred that an organization may have; another organization has its own", async () => {
    const answers = await Promise.all(Array.from({ length: 101 }, () => open({ "x-api-key": RIVAL_KEY })));
    try {
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(100);
      const refused = answers.find(({ status }) => status === 429);
      expect(await refused?.text()).toContain("100 streams of live updates");
      expect(refused?.headers.get("retry-after")).toBe("5");
      const other = await open({ "x-api-key": ACME_KEY });
      expect(other.status).toBe(200);
      await other.body?.cancel();
    } finally {
      for (const { status, body } of answers) if (status === 200) await body?.cancel();
    }
    // Readers that have gone make room.
    await until(async () => {
      const again = await open({ "x-api-key": RIVAL_KEY });
      await again.body?.cancel();
      return again.status === 200;
    });
  });
});

interface Sent {
  readonly id?: string | undefined;
  readonly event?: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was sent
  readonly data: any;
}

function parse(block: string): Sent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
  return { id: field("id"), event: field("event"), data: JSON.parse(field("data") ?? "null") };
}

test("--no-console does not affect the API", async () => {
  const service = await serve({
    host: "127.0.0.1",
    port: 0,
    console: false,
    seeds: [Seed.parse({ kind: "Seed", organizations: [{ name: "acme", api_key: ACME_KEY }] })],
    report: () => undefined,
  });
  try {
    for (const path of ["/", "/console/web.js", "/console/session"])
      expect((await fetch(service.url + path)).status).toBe(404);
    const headers = { "x-api-key": ACME_KEY };
    const agents = await fetch(`${service.url}/v1/all-agents`, { headers });
    expect(agents.status).toBe(200);
    // A link would lead nowhere.
    const link = await fetch(`${service.url}/v1/console-links`, { method: "POST", headers });
    expect(link.status).toBe(404);
    expect(await (await fetch(`${service.url}/openapi.json`)).text()).not.toContain("console-links");
  } finally {
    await service.close();
  }
});
