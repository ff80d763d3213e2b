/** Calls from other platforms: signed, and stored once. */
import { createHmac } from "node:crypto";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { ATTEMPTS_MAXIMUM } from "../../src/service/http/keys.ts";
import { SMALL_BODY } from "../../src/service/validation/read.ts";
import { evaluationOf } from "../support/evaluations.ts";
import { expectRefusal } from "../support/expect.ts";
import { makeAgent } from "../support/make.ts";
import { useService } from "../support/service.ts";
import { type Conversation, vendorLogs } from "../support/vendor-logs.ts";

const { acme, rival, url } = useService();

const SECRET = "key_of_the_platform";
const conversation: Conversation = {
  id: "call_1",
  agent_id: "agent_of_platform",
  start: Date.UTC(2026, 10, 1, 12),
  turns: [
    { side: "AGENT", text: "Hello.", start_ms: 200, end_ms: 900 },
    { side: "USER", text: "A table, please.", start_ms: 1500, end_ms: 2500 },
  ],
  tools: [],
};
const logOf = (vendor: string, changes: Partial<Conversation> = {}) =>
  vendorLogs[vendor]?.log({ ...conversation, ...changes }) as object;

const hmac = (...parts: string[]) => createHmac("sha256", SECRET).update(parts.join("")).digest("hex");
/** The header of each platform, according to its documentation. */
const signatures: Readonly<Record<string, (body: string, at?: number) => Record<string, string>>> = {
  retell: (body, at = Date.now()) => ({ "x-retell-signature": `v=${at},d=${hmac(body, String(at))}` }),
  elevenlabs(body, at = Date.now()) {
    const seconds = String(Math.floor(at / 1000));
    return { "elevenlabs-signature": `t=${seconds},v0=${hmac(seconds, ".", body)}` };
  },
  vapi: (body) => ({ "x-vapi-signature": hmac(body) }),
  bland: (body) => ({ "x-webhook-signature": hmac(body) }),
};
/** The body that each platform's webhook sends when a call has ended. */
const envelopes: Readonly<Record<string, (log: object) => object>> = {
  retell: (call) => ({ event: "call_ended", call }),
  elevenlabs: (data) => ({ type: "post_call_transcription", event_timestamp: 1, data }),
  vapi: (log) => ({ message: { ...log, type: "end-of-call-report", call: log } }),
  bland: (log) => log,
};

async function post(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
) {
  const response = await fetch(`${url()}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  const answer: any = await response.json();
  return { status: response.status, body: answer, headers: response.headers };
}

let agent_id: number;
let count = 0;
beforeAll(async () => {
  ({ agent_id } = await makeAgent(acme, { import_secret: SECRET, external_agent_id: "agent_of_platform" }));
});
const callOf = async (id: string) => (await acme("GET", `/v1/retrieve-call-log/${id}`)).body.call_log;

describe.each(Object.keys(signatures))("POST /v1/import/%s", (vendor) => {
  const sign = signatures[vendor] ?? (() => ({}));
  const wrap = envelopes[vendor] ?? ((log: object) => log);
  const path = () => `/v1/import/${vendor}?agent_id=${agent_id}`;
  const bodyWith = (id: string, more: object = {}) =>
    JSON.stringify(wrap({ ...logOf(vendor, { id }), ...more }));

  test("stores a signed call once, whichever event of it comes first", async () => {
    const id = `call_${++count}`;
    const body = bodyWith(id);
    const first = await post(path(), body, sign(body));
    expect(first).toMatchObject({ status: 200, body: { status: "success", call_ids: [expect.any(String)] } });
    const later = bodyWith(id, { analysis: { summary: "A table." } });
    expect((await post(path(), later, sign(later))).body.call_ids).toEqual(first.body.call_ids);
    expect(await callOf(first.body.call_ids[0])).toMatchObject({
      agent_id: String(agent_id),
      trace_id: id,
      transcript: [{ utterance: "Hello." }, { utterance: "A table, please." }],
      metadata: { source: { vendor, id } },
    });
  });

  test("accepts a call compressed with gzip; its signature is over the compressed bytes", async () => {
    const body = bodyWith(`call_${++count}`);
    const send = (headers: Record<string, string>) =>
      post(path(), gzipSync(body), { "content-encoding": "gzip", ...headers });
    expect((await send(sign(body))).body.call_ids).toHaveLength(1);
    expectRefusal(await send(sign(`${body} `)), 401, /signature is not that of this body/);
  });

  test("stores one call of many events at once", async () => {
    const body = bodyWith(`call_${++count}`);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(path(), body, sign(body))));
    expect(new Set(answers.map(({ body: { call_ids } }) => call_ids?.[0])).size).toBe(1);
  });

  test.each<[string, (body: string) => [string, Record<string, string>]]>([
    ["of another body", (body) => [`${body} `, sign(body)]],
    [
      "that is not one",
      (body) => [body, Object.fromEntries(Object.keys(sign(body)).map((name) => [name, "v=1,d=2"]))],
    ],
    ["of nothing", (body) => [body, Object.fromEntries(Object.keys(sign(body)).map((name) => [name, ""]))]],
  ])("refuses a signature %s", async (_, forge) => {
    const [body, headers] = forge(bodyWith(`call_${++count}`));
    expectRefusal(
      await post(path(), body, headers),
      401,
      /signature is not that of this body|X-API-Key is missing/,
    );
  });

  test("refuses a signature for an agent that has no secret, and for one that does not exist, in the same words", async () => {
    const body = bodyWith(`call_${++count}`);
    const answers = await Promise.all(
      ["101", "987654", "x", ""].map((id) => post(`/v1/import/${vendor}?agent_id=${id}`, body, sign(body))),
    );
    for (const answer of answers)
      expectRefusal(answer, 401, /needs \?agent_id= of an agent with an import_secret/);
  });
});

test.each(["retell", "elevenlabs"])("a signature of %s that is an hour old is refused", async (vendor) => {
  const body = JSON.stringify(logOf(vendor));
  const headers = signatures[vendor]?.(body, Date.now() - 3_600_000) ?? {};
  expectRefusal(await post(`/v1/import/${vendor}?agent_id=${agent_id}`, body, headers), 401, /signature/);
});

test("Vapi may send the secret itself", async () => {
  const body = JSON.stringify(logOf("vapi", { id: `call_${++count}` }));
  const answer = await post(`/v1/import/vapi?agent_id=${agent_id}`, body, { "x-vapi-secret": SECRET });
  expect(answer.status).toBe(200);
});

describe("with an API key", () => {
  test.each(Object.keys(vendorLogs))("a call of %s is taken", async (vendor) => {
    const answer = await acme(
      "POST",
      `/v1/import/${vendor}?agent_id=${agent_id}`,
      logOf(vendor, { id: `call_${++count}` }),
    );
    expect(answer).toMatchObject({ status: 200, body: { status: "success" } });
  });

  test("the agent is the one whose external_agent_id the log names, of the key's organization", async () => {
    const log = logOf("retell", { id: `call_${++count}` });
    const { body } = await acme("POST", "/v1/import/retell", log);
    expect((await callOf(body.call_ids[0])).agent_id).toBe(String(agent_id));
    expectRefusal(
      await rival("POST", "/v1/import/retell", log),
      400,
      /no agent has the external_agent_id agent_of_platform/,
    );
    expectRefusal(await rival("POST", `/v1/import/retell?agent_id=${agent_id}`, log), 404, /agent/);
  });

  test("a large log says the same as a small one, with personal data masked", async () => {
    const { agent_id: masking } = await makeAgent(acme, {
      redact_pii: true,
      external_agent_id: "masking_agent",
    });
    const said = (at: number) => ({
      side: "USER" as const,
      text: `Write to dana${at}@example.com.`,
      start_ms: at * 1000,
      end_ms: at * 1000 + 900,
    });
    const [small, large] = [1, 1000].map((length) =>
      logOf("retell", { id: `call_${++count}`, turns: Array.from({ length }, (_, at) => said(at)) }),
    );
    for (const [log, turns] of [
      [small, 1],
      [large, 1000],
    ] as const) {
      const { body } = await acme("POST", "/v1/import/retell", { ...log, agent_id: "masking_agent" });
      const call = await callOf(body.call_ids[0]);
      expect(call.transcript).toHaveLength(turns);
      expect(call.transcript[0].utterance).toBe("Write to [email address].");
      expect(call.agent_id).toBe(String(masking));
    }
  });

  test("what a text in a log says in JSON counts towards the values of the call", async () => {
    const argument = JSON.stringify(Array(19_000).fill(0));
    const used = (at: number) => ({
      role: "tool_call_invocation",
      tool_call_id: String(at),
      name: "book",
      arguments: argument,
    });
    const log = {
      ...logOf("retell"),
      transcript_with_tool_calls: [
        { role: "agent", content: "Hi" },
        ...Array.from({ length: 12 }, (_, at) => used(at)),
      ],
    };
    expectRefusal(
      await acme("POST", `/v1/import/retell?agent_id=${agent_id}`, log),
      400,
      /the call does not fit: it must have at most 200000 values in all/,
    );
  });

  test("more calls at once than there may be are refused, and none is stored", async () => {
    const log = { ...logOf("bland"), transcripts: [{ user: "user", text: "Hi" }] };
    const calls = Array.from({ length: 1001 }, (_, at) => ({ ...log, call_id: `too_many_${at}` }));
    expectRefusal(
      await acme("POST", `/v1/import/bland?agent_id=${agent_id}`, calls),
      400,
      /the log has 1001 calls; send at most 1000 at a time/,
    );
  });

  test("a log that does not name its agent needs one in the query", async () => {
    const { agent_id: _, ...log } = logOf("retell") as Record<string, unknown>;
    expectRefusal(
      await acme("POST", "/v1/import/retell", log),
      400,
      /does not name its agent: give \?agent_id=/,
    );
  });

  test("several calls at once are stored, each once", async () => {
    const logs = ["a", "b", "a"].map((id) => logOf("vapi", { id: `many_${id}` }));
    const { body } = await acme("POST", "/v1/import/vapi", { items: logs });
    expect(new Set(body.call_ids).size).toBe(2);
  });
});

test.each([
  [
    "an event before the call has ended",
    { event: "call_started", call: { call_id: "x", call_type: "web_call", agent_id: "a" } },
  ],
  ["an event of something else", { event: "alert_triggered", alert: {} }],
])("%s is ignored, so that it is not sent again", async (_, body) => {
  const answer = await acme("POST", `/v1/import/retell?agent_id=${agent_id}`, body);
  expect(answer).toMatchObject({ status: 200, body: { status: "ignored", call_ids: [] } });
});

test.each([
  ["an unknown platform", "phones", {}, 404, /platform phones \(known: retell, /],
  ["a call of another platform", "vapi", logOf("retell"), 400, /this is a call of retell, not of vapi/],
  [
    "a call that fits two",
    "retell",
    { ...logOf("retell"), transcripts: [{ user: "user", text: "a" }] },
    400,
    /retell or bland/,
  ],
  [
    "a call with words of an unknown speaker",
    "bland",
    { ...logOf("bland"), transcripts: [{ user: "narrator", text: "Once." }] },
    400,
    /words of an unknown speaker, narrator \(known: user, assistant, agent, robot, agent-action\)/,
  ],
])("%s is refused", async (_, vendor, body, status, reason) => {
  expectRefusal(await acme("POST", `/v1/import/${vendor}?agent_id=${agent_id}`, body), status, reason);
});

describe("a call that has not ended", () => {
  const words = (length: number) =>
    conversation.turns
      .concat({ side: "AGENT", text: "Booked.", start_ms: 3000, end_ms: 4000 })
      .slice(0, length);
  const running: Readonly<Record<string, object>> = {
    retell: { call_status: "ongoing", end_timestamp: undefined, disconnection_reason: undefined },
    vapi: { status: "in-progress", endedReason: undefined },
    elevenlabs: { status: "in-progress" },
    bland: { completed: false, call_ended_by: null },
  };

  test.each(Object.keys(running))("%s: it is ignored, and stored once it has ended", async (vendor) => {
    const id = `running_${vendor}`;
    const path = `/v1/import/${vendor}?agent_id=${agent_id}`;
    const half = { ...logOf(vendor, { id, turns: words(1) }), ...running[vendor] };
    expect(await acme("POST", path, half)).toMatchObject({
      status: 200,
      body: { status: "ignored", call_ids: [], message: expect.stringMatching(/no finished call/) },
    });
    const { body } = await acme("POST", path, logOf(vendor, { id }));
    expect((await callOf(body.call_ids[0])).transcript).toHaveLength(2);
  });

  test("a stored call is replaced by a later version that says more, and keeps what people added", async () => {
    const log = (length: number) => logOf("retell", { id: "longer", turns: words(length) });
    const path = `/v1/import/retell?agent_id=${agent_id}`;
    const send = async (body: object) => (await acme("POST", path, body)).body.call_ids[0];
    const id = await send(log(1));
    await acme("PUT", `/v1/update-log/${id}`, {
      metadata: { ...(await callOf(id)).metadata, reviewed_by: "Kim" },
    });
    await evaluationOf(acme, id);
    expect(await send(log(3))).toBe(id);
    const { transcript, metadata, evaluation } = await evaluationOf(acme, id);
    expect(transcript).toHaveLength(3);
    expect(metadata?.["reviewed_by"]).toBe("Kim");
    expect(evaluation.metrics.find((metric) => metric.id === "turn_count")?.value).toBe(3);
    expect(await send(log(2))).toBe(id);
    expect((await callOf(id)).transcript).toHaveLength(3);
  });

  describe("large versions", () => {
    const path = () => `/v1/import/retell?agent_id=${agent_id}`;
    const filler = "We are open from nine to five. ".repeat(20);
    const large = (id: string, turns: number) =>
      logOf("retell", {
        id,
        turns: Array.from({ length: turns }, (_, index) => ({
          side: index % 2 ? ("USER" as const) : ("AGENT" as const),
          text: `${index} ${filler}`,
          start_ms: index * 1000,
          end_ms: index * 1000 + 900,
        })),
      });

    test("are read and compared beside the main thread", async () => {
      const send = (turns: number) => acme("POST", path(), large("large", turns));
      const { body } = await send(400);
      await evaluationOf(acme, body.call_ids[0]);
      const parse = vi.spyOn(JSON, "parse");
      let longest: number;
      try {
        expect((await send(500)).body.call_ids).toEqual(body.call_ids);
        expect((await send(300)).body.call_ids).toEqual(body.call_ids);
        longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
      } finally {
        parse.mockRestore();
      }
      expect(longest).toBeGreaterThan(0);
      expect(longest).toBeLessThan(SMALL_BODY);
      expect((await callOf(body.call_ids[0])).transcript).toHaveLength(500);
    });

    test("lose nothing that people add while they are compared", async () => {
      const { body } = await acme("POST", path(), large("changed", 100));
      const [id] = body.call_ids;
      const changes = ["a", "b", "c", "d", "e", "f"].map((name) =>
        acme("PUT", `/v1/update-log/${id}`, { metadata: { seen: name } }),
      );
      const versions = [200, 400, 300].map((turns) => acme("POST", path(), large("changed", turns)));
      for (const { status } of await Promise.all([...changes, ...versions])) expect(status).toBe(200);
      const { transcript, metadata } = (await evaluationOf(acme, id)) as never as Record<string, object>;
      expect(transcript).toHaveLength(400);
      expect(metadata).toHaveProperty("seen");
    });
  });

  test("a recording that a later event names is added", async () => {
    const log = (more: object) => ({ ...logOf("retell", { id: "recorded" }), ...more });
    const path = `/v1/import/retell?agent_id=${agent_id}`;
    const { body } = await acme("POST", path, log({}));
    const recording_url = "http://127.0.0.1:9/a.wav";
    await acme("POST", path, log({ recording_url }));
    expect(await callOf(body.call_ids[0])).toMatchObject({ recording_url });
    await acme("POST", path, log({}));
    expect(await callOf(body.call_ids[0])).toMatchObject({ recording_url });
  });

  test("what is compared and stored is masked for an agent that masks", async () => {
    const masking = await makeAgent(acme, { redact_pii: true });
    const path = `/v1/import/retell?agent_id=${masking.agent_id}`;
    const turns = [{ side: "USER" as const, text: "Mail jo@example.com.", start_ms: 0, end_ms: 900 }];
    const log = (more: Conversation["turns"]) =>
      logOf("retell", { id: "masked", turns: [...turns, ...more] });
    const { body } = await acme("POST", path, log([]));
    await acme(
      "POST",
      path,
      log([{ side: "AGENT", text: "Or al@example.com?", start_ms: 1000, end_ms: 1500 }]),
    );
    const said = (await callOf(body.call_ids[0])).transcript.map(
      (one: { utterance: string }) => one.utterance,
    );
    expect(said).toEqual(["Mail [email address].", "Or [email address]?"]);
  });
});

describe("at the webhook, nothing is lost", () => {
  test("a call without its start has begun when it arrived, and says that this is assumed", async () => {
    const before = Date.now();
    const log = { ...logOf("bland", { id: "no_start" }), started_at: null };
    const { body } = await acme("POST", `/v1/import/bland?agent_id=${agent_id}`, log);
    const { start_time_utc, metadata } = await callOf(body.call_ids[0]);
    expect(Math.abs(Date.parse(start_time_utc) - before)).toBeLessThan(60_000);
    expect(metadata.source.start_time_assumed).toBe("the time of arrival");
    const known = await acme(
      "POST",
      `/v1/import/bland?agent_id=${agent_id}`,
      logOf("bland", { id: "has_start" }),
    );
    expect((await callOf(known.body.call_ids[0])).metadata.source).not.toHaveProperty("start_time_assumed");
  });

  test("a transcript as text alone is read", async () => {
    const { transcript_with_tool_calls: _, ...log } = logOf("retell", { id: "text" }) as Record<
      string,
      unknown
    >;
    const { body } = await acme("POST", `/v1/import/retell?agent_id=${agent_id}`, log);
    expect((await callOf(body.call_ids[0])).transcript).toEqual([
      { speaker: "AGENT", utterance: "Hello." },
      { speaker: "USER", utterance: "A table, please." },
    ]);
  });

  test("the reason for the end, and how long it took, become metrics", async () => {
    const log = {
      ...logOf("elevenlabs", { id: "ended" }),
      metadata: {
        start_time_unix_secs: 1,
        call_duration_secs: 22,
        termination_reason: "Call transferred to a human",
      },
    };
    const { body } = await acme("POST", `/v1/import/elevenlabs?agent_id=${agent_id}`, log);
    const { evaluation, duration_ms } = await evaluationOf(acme, body.call_ids[0]);
    const value = (name: string) => evaluation.metrics.find(({ id }: { id: string }) => id === name)?.value;
    expect([value("end_reason"), value("call_duration"), duration_ms]).toEqual([
      "call_transfer",
      22_000,
      22_000,
    ]);
  });

  test("kinds of events that no reader knows are counted and named", async () => {
    const log = [
      ...(logOf("openai-realtime", { id: "unknown_kinds" }) as object[]),
      { type: "response.thought.done" },
    ];
    const { body } = await acme("POST", `/v1/import/openai-realtime?agent_id=${agent_id}`, log);
    expect((await callOf(body.call_ids[0])).metadata.source.unknown).toEqual({ "response.thought.done": 1 });
  });
});

describe("Vapi's documented defaults", () => {
  const path = () => `/v1/import/vapi?agent_id=${agent_id}`;
  const body = JSON.stringify(logOf("vapi", { id: "defaults" }));
  const stamped = (at: string, text = body) => ({ "x-timestamp": at, "x-signature": hmac(`${at}.`, text) });

  test.each([
    ["a bearer token", { authorization: `Bearer ${SECRET}` }],
    ["a token without Bearer", { authorization: SECRET }],
    ["an HMAC in x-signature over timestamp and body, in milliseconds", stamped(String(Date.now()))],
    ["the same in seconds", stamped(String(Math.floor(Date.now() / 1000)))],
    ["the same as ISO 8601", stamped(new Date().toISOString())],
  ])("%s verifies", async (_, headers) => {
    expect(await post(path(), body, headers)).toMatchObject({ status: 200, body: { status: "success" } });
  });

  test.each([
    [
      "a bearer token that is neither the secret nor a key",
      { authorization: "Bearer other" },
      /not valid|unknown|API key/i,
    ],
    [
      "an HMAC of another body",
      stamped(String(Date.now()), `${body} `),
      /signature is not that of this body/,
    ],
    ["an HMAC of an hour ago", stamped(String(Date.now() - 3_600_000)), /signature is not that of this body/],
    [
      "an HMAC with another time",
      { ...stamped(String(Date.now())), "x-timestamp": String(Date.now() + 1) },
      /signature/,
    ],
  ])("%s is refused", async (_, headers, reason) => {
    expectRefusal(await post(path(), body, headers), 401, reason);
  });

  // The algorithms and encodings of `HMACAuthenticationPlan` in Vapi's OpenAPI document.
  describe.each(["sha256", "sha512", "sha1"])("an HMAC with %s", (algorithm) => {
    const made = (text: string, encoding: "hex" | "base64") =>
      createHmac(algorithm, SECRET).update(text).digest(encoding);

    test.each(["hex", "base64"] as const)("in %s verifies, and no other does", async (encoding) => {
      const at = String(Date.now());
      const signature = made(`${at}.${body}`, encoding);
      const accepted = { status: 200, body: { status: "success" } };
      for (const prefix of ["", `${algorithm}=`]) {
        const headers = { "x-timestamp": at, "x-signature": prefix + signature };
        expect(await post(path(), body, headers)).toMatchObject(accepted);
        expectRefusal(await post(path(), `${body} `, headers), 401, /signature is not that of this body/);
      }
      expect(await post(path(), body, { "x-vapi-signature": made(body, encoding) })).toMatchObject(accepted);
      const cut = signature.slice(0, -4);
      for (const given of [cut, "", `${cut}AAA=`, `${signature}00`])
        expectRefusal(await post(path(), body, { "x-timestamp": at, "x-signature": given }), 401, /./);
    });
  });

  test("the secret opens nothing else", async () => {
    const response = await fetch(`${url()}/v1/all-agents`, {
      headers: { authorization: `Bearer ${SECRET}` },
    });
    expect(response.status).toBe(401);
    const retell = await post(`/v1/import/retell?agent_id=${agent_id}`, JSON.stringify(logOf("retell")), {
      authorization: `Bearer ${SECRET}`,
    });
    expect(retell.status).toBe(401);
  });
});

describe("ElevenLabs' audio webhook, larger than other bodies may be", () => {
  const audio = (type: string) =>
    JSON.stringify({
      type,
      event_timestamp: 1,
      data: { conversation_id: "c", full_audio: "A".repeat(9_000_000) },
    });
  const path = () => `/v1/import/elevenlabs?agent_id=${agent_id}`;
  const sign = (body: string) => signatures["elevenlabs"]?.(body) ?? {};
  /** In pieces, as the platform sends it. */
  async function chunked(body: string, headers: Record<string, string>) {
    const pieces = Array.from({ length: 90 }, (_, at) => body.slice(at * 100_100, (at + 1) * 100_100));
    const stream = new ReadableStream({
      pull(controller) {
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    });
    const init = {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: stream,
    };
    const response = await fetch(`${url()}${path()}`, { ...init, duplex: "half" } as RequestInit);
    return { status: response.status, body: await response.json(), headers: response.headers };
  }

  test("is ignored, whole or in chunks", async () => {
    const body = audio("post_call_audio");
    const ignored = { status: 200, body: { status: "ignored", call_ids: [] } };
    expect(await post(path(), body, sign(body))).toMatchObject(ignored);
    expect(await chunked(body, sign(body))).toMatchObject(ignored);
  });

  test("needs a signature that is right", async () => {
    const body = audio("post_call_audio");
    expectRefusal(await chunked(body, sign(`${body} `)), 401, /signature is not that of this body/);
  });

  test("another event of that size is too large", async () => {
    const body = audio("post_call_transcription");
    expectRefusal(await chunked(body, sign(body)), 413, /larger than 4194304 bytes/);
  });
});

test("who tries too many signatures has to wait", async () => {
  const body = JSON.stringify(logOf("bland"));
  const attempt = () =>
    post(`/v1/import/bland?agent_id=${agent_id}`, body, { "x-webhook-signature": "0".repeat(64) });
  let status = 401;
  for (let sent = 0; status === 401 && sent <= ATTEMPTS_MAXIMUM; sent++) ({ status } = await attempt());
  expect(status).toBe(429);
  const good = await post(`/v1/import/bland?agent_id=${agent_id}`, body, signatures["bland"]?.(body) ?? {});
  expectRefusal(good, 429, /too many requests/);
  // Keys that were in use before still work.
  expect((await acme("GET", "/v1/all-agents")).status).toBe(200);
});
