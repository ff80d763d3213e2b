import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Body } from "../../src/contract/types.ts";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeKnowledgeBases, makeLabel, makeMetric, makePrompts } from "../support/make.ts";
import { ACME_KEY, useStrictService } from "../support/service.ts";

type Submission = Body<"evaluate">;

const { acme, rival, url } = useStrictService();

const call: Submission = {
  agent_id: "101",
  start_time_utc: "2025-03-01T10:00:00Z",
  participants: [{ role: "AGENT", spoke_first: true }, { role: "USER" }],
  transcript: [
    { speaker: "AGENT", utterance: "Hello", start_offset_ms: 0, end_offset_ms: 900 },
    { speaker: "USER", utterance: "Hi", start_offset_ms: 1000, end_offset_ms: 1400 },
  ],
};
const { transcript, ...withoutTranscript } = call;

const evaluate = (fields: Partial<Submission> = {}) => acme("POST", "/v1/evaluate", { ...call, ...fields });

async function stored(fields: Partial<Submission> = {}) {
  const { body } = await evaluate(fields);
  return (await acme("GET", `/v1/retrieve-call-log/${body.call_id}`)).body.call_log;
}

describe("a large call, which a thread reads", () => {
  const entries = Array.from({ length: 2_000 }, (_, at) => ({
    speaker: at % 2 ? "USER" : "AGENT",
    utterance: `This is entry ${at}, für Zoë: 漢字`,
  }));
  const large = {
    transcript: entries,
    tags: ["a"],
    metadata: { plan: "gold" },
    tool_calls: [{ name: "look_up" }],
    trace_id: "t-1",
  };

  test("is stored word for word, with the defaults filled in as for a small one", async () => {
    const { recording_base64, ...sent } = { ...call, ...large, recording_base64: null };
    const small = await stored({ trace_id: "t-1" });
    const log = await stored(sent);
    // When each is evaluated is random.
    const { id, created_at, status, evaluation, evaluations, duration_ms } = small;
    const own = { id, created_at, status, evaluation, evaluations, duration_ms };
    expect({ ...log, ...own }).toEqual({ ...small, ...large });
  });

  test("has the faults that a small one has", async () => {
    const wrong = { tags: [1], colour: "red", label: 5 };
    const ofSmall = await acme("POST", "/v1/evaluate?x=1", { ...call, ...wrong });
    const ofLarge = await acme("POST", "/v1/evaluate?x=1", { ...call, transcript: entries, ...wrong });
    expect(ofLarge.status).toBe(422);
    expect(ofLarge.body).toEqual(ofSmall.body);
    expect(ofLarge.body.detail).toHaveLength(4);
  });

  test("is refused if it is not JSON", async () => {
    const body = `${JSON.stringify({ ...call, ...large }).slice(0, -1)},}`;
    const headers = { "X-API-Key": ACME_KEY, "Content-Type": "application/json" };
    const answer = await fetch(`${url()}/v1/evaluate`, { method: "POST", headers, body });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ detail: [{ loc: ["body"], type: "json_invalid" }] });
  });

  test("of another organization's agent is refused", async () => {
    expectRefusal(await rival("POST", "/v1/evaluate", { ...call, ...large }), 404, /agent/);
  });

  test("has personal data masked where its agent wants that", async () => {
    const agent = await acme("POST", "/v1/add-agent", { name: "Discreet", redact_pii: true });
    const told = [{ speaker: "USER", utterance: "I am dana@example.com" }, ...entries];
    const log = await stored({ ...large, agent_id: String(agent.body.id), transcript: told });
    expect(log.transcript).toHaveLength(told.length);
    expect(log.transcript[0].utterance).toBe("I am [email address]");
    expect(log.transcript.slice(1)).toEqual(entries);
  });
});

describe("E2 POST /v1/evaluate", () => {
  test("gives each call its own call_id, and reports what happens to it", async () => {
    const first = await evaluate();
    expectAnswer("evaluate", first);
    expect(first.body).toEqual({
      status: "success",
      call_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      message: "the call is stored and queued for evaluation",
    });
    const second = await evaluate();
    expect(second.body.call_id).not.toBe(first.body.call_id);
  });

  test("stores the call with the defaults of the specification", async () => {
    const log = await stored();
    expect(log).toMatchObject({ agent_id: "101", recording: null });
    expect(log).toMatchObject({
      ...call,
      start_time_utc: expect.any(String),
      call_direction: "INBOUND",
      interface: "PHONE",
      multichannel: false,
    });
  });

  test("stores every field of the call", async () => {
    const metric = await makeMetric(acme);
    const fields: Partial<Submission> = {
      recording_url: "https://calls.example/1.WAV?token=x",
      transcript_url: "https://calls.example/1.json",
      call_direction: "OUTBOUND",
      interface: "WEB",
      tool_calls: [
        { name: "look_up", start_offset_ms: 1, description: "d", parameters: { a: [1] }, output: null },
      ],
      events: [
        {
          title: "transfer",
          start_offset_ms: 5,
          end_offset_ms: 9,
          description: "d",
          tags: ["t"],
          metadata: { a: 1 },
        },
      ],
      tags: ["a"],
      trace_id: "trace",
      created_at: "2025-03-01T11:00:00Z",
      metadata: { plan: "gold" },
      custom_metrics: [metric.id],
      custom_metric_tags: ["core"],
      label: "production",
      enable_phrase_latencies: true,
      conversation_ended_by: "USER",
      multichannel: true,
    };
    expect(await stored(fields)).toMatchObject({
      ...call,
      ...fields,
      start_time_utc: expect.any(String),
      created_at: "2025-03-01T11:00:00.000Z",
    });
  });

  test("reads times without an offset as UTC, and those with one as they are", async () => {
    const log = await stored({
      start_time_utc: "2025-03-01T10:00:00",
      created_at: "2025-03-01T12:30:00.25+02:00",
    });
    expect(log.start_time_utc).toBe("2025-03-01T10:00:00.000Z");
    expect(log.created_at).toBe("2025-03-01T10:30:00.250Z");
  });

  test.each(["2025-03-01 12:30:00+02:00", "2025-03-01t10:30:00z", "2025-03-01 10:30:00.000000"])(
    "reads %j, a time as RFC 3339 allows it and Python writes it",
    async (time) => {
      const log = await stored({ start_time_utc: time, created_at: time });
      expect(log).toMatchObject({
        start_time_utc: "2025-03-01T10:30:00.000Z",
        created_at: "2025-03-01T10:30:00.000Z",
      });
    },
  );

  test("answers 400 for a time that leaves the years of four digits in UTC", async () => {
    expectRefusal(await evaluate({ start_time_utc: "9999-12-31T23:59:59-01:00" }), 400, /outside the years/);
  });

  test("stores a recording by its content, and keeps it out of the submission", async () => {
    const bytes = Buffer.from("RIFF a recording");
    const log = await stored({
      transcript: null,
      recording_base64: `data:audio/WAV;codecs=1;base64,${bytes.toString("base64")}`,
    });
    expect(log.recording).toEqual({
      media_type: "audio/wav",
      bytes: 16,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    expect(log).not.toHaveProperty("recording_base64");
  });

  test("selects the versions of the production label by default, and those of a label by its name", async () => {
    const { agent_id, path } = await makeAgent(acme);
    await makePrompts(acme, path, [], ["production"], ["b"]);
    await makeKnowledgeBases(acme, path, ["production"], []);
    const versions = async (label?: string | null) => {
      const log = await stored({ agent_id: String(agent_id), label });
      return [log.prompt_version, log.knowledge_base_version];
    };
    expect(await versions()).toEqual([2, 1]);
    expect(await versions(null)).toEqual([2, 1]);
    expect(await versions("b")).toEqual([3, null]);
    expect(await versions("latest")).toEqual([3, 2]);
  });

  test("takes a call without versions, and one whose label is on none", async () => {
    const { agent_id, path } = await makeAgent(acme);
    await makeLabel(acme, path, { label_text: "free" });
    for (const label of [undefined, "free"]) {
      const log = await stored({ agent_id: String(agent_id), label });
      expect(log).toMatchObject({ prompt_version: null, knowledge_base_version: null });
    }
  });

  test("says when no webhook has the webhook_tag, and takes the call", async () => {
    const reply = await evaluate({ webhook_tag: "ci" });
    expect(reply.status).toBe(200);
    expect(reply.body.message).toMatch(/no webhook has the tag "ci"/);
    await acme("POST", "/v1/webhooks", { tag: "ci", url: "http://127.0.0.1:9/hook" });
    expect((await evaluate({ webhook_tag: "ci" })).body.message).not.toMatch(/ci/);
  });

  test("says when no custom metric has one of the custom_metric_tags, and takes the call", async () => {
    const { agent_id } = await makeAgent(acme);
    await makeMetric(acme, { agent_ids: [agent_id], tags: ["careful"] });
    await makeMetric(rival, { agent_ids: [202], tags: ["theirs"] });
    const told = async (custom_metric_tags: string[]) => {
      const { status, body } = await evaluate({ custom_metric_tags });
      expect(status).toBe(200);
      return body.message;
    };
    expect(await told(["careful"])).toBe("the call is stored and queued for evaluation");
    expect(await told(["carefull", "careful", "theirs"])).toBe(
      'the call is stored and queued for evaluation; no custom metric has the tag "carefull" or "theirs", so it adds none',
    );
    expect(await told([..."abcdefg"])).toMatch(
      /"a" or "b" or "c" or "d" or "e" or 2 others, so it adds none$/,
    );
  });

  test.each(["abc", "999", "0x65", " 101", "1e2", "-1", "99999999999999999999"])(
    "answers 404 for the agent_id %j",
    async (agent_id) => {
      expectRefusal(await evaluate({ agent_id }), 404, /^agent .* not found$/);
    },
  );

  test("answers 404 for another organization's agent", async () => {
    expectRefusal(await rival("POST", "/v1/evaluate", call), 404, /agent 101 not found/);
  });

  test("answers 404 for a label that the agent does not have, also with a recording", async () => {
    const label = "unheard of";
    const recording_base64 = `data:audio/wav;base64,${Buffer.from("RIFF").toString("base64")}`;
    expectRefusal(await evaluate({ label }), 404, /label of agent 101 "unheard of" not found/);
    expectRefusal(await evaluate({ label, recording_base64 }), 404, /"unheard of"/);
  });

  test("answers 404 naming the custom metrics that the organization does not have", async () => {
    const ours = await makeMetric(acme);
    const theirs = await makeMetric(rival);
    const unknown = "00000000-0000-4000-8000-000000000000";
    const reply = await evaluate({ custom_metrics: [ours.id.toUpperCase(), theirs.id, unknown] });
    expectRefusal(reply, 404, new RegExp(`^custom metric ${theirs.id}, ${unknown} not found$`));
  });

  test("takes the id that others know the agent by instead of agent_id", async () => {
    const { agent_id } = await makeAgent(acme, { external_agent_id: "desk-8", redact_pii: true });
    const { agent_id: _, ...nameless } = call;
    const transcript = [{ speaker: "USER", utterance: "I am jo@example.com" }];
    const body = { ...nameless, external_agent_id: "desk-8", transcript };
    const { call_id } = (await acme("POST", "/v1/evaluate", body)).body;
    const { call_log } = (await acme("GET", `/v1/retrieve-call-log/${call_id}`)).body;
    expect(call_log).toMatchObject({
      ...{ agent_id: String(agent_id), external_agent_id: "desk-8" },
      transcript: [{ utterance: "I am [email address]" }],
    });
    const reply = await rival("POST", "/v1/evaluate", body);
    expectRefusal(reply, 404, /^agent with the external_agent_id "desk-8" not found$/);
  });

  test("answers 422 for a call without recording and transcript", async () => {
    expectFault(await acme("POST", "/v1/evaluate", withoutTranscript), ["body", "transcript"], "value_error");
    expectFault(await evaluate({ transcript: [] }), ["body", "transcript"], "value_error");
  });

  test.each([
    { recording_url: "https://calls.example/a.mp3" },
    { recording_base64: "data:audio/mpeg;base64,SUQz" },
    { transcript_url: "https://calls.example/a.json" },
  ])("takes a call with %j alone", async (source) => {
    const { status } = await acme("POST", "/v1/evaluate", { ...withoutTranscript, ...source });
    expect(status).toBe(200);
  });

  test.each([".mp3", ".mp4", ".wav", ".m4a"])("takes a recording_url that ends in %s", async (ending) => {
    expect((await evaluate({ recording_url: `https://calls.example/call${ending}` })).status).toBe(200);
  });

  const long = `https://calls.example/${"a".repeat(2083)}`;
  test.each([
    [{ agent_id: 10.1 }, ["agent_id"], "string_type"],
    [{ start_time_utc: "yesterday" }, ["start_time_utc"], "datetime_format"],
    [{ participants: [{ role: "AGENT" }] }, ["participants"], "list_too_short"],
    [{ participants: [{ role: "A" }, { role: "B" }, { role: "C" }] }, ["participants"], "list_too_long"],
    [{ recording_url: "" }, ["recording_url"], "string_too_short"],
    [{ recording_url: `${long}.wav` }, ["recording_url"], "string_too_long"],
    [{ recording_url: "https://calls.example/a.ogg" }, ["recording_url"], "value_error"],
    [{ recording_base64: "UklGRg==" }, ["recording_base64"], "value_error"],
    [{ recording_base64: "data:audio/wav;base64,not base64" }, ["recording_base64"], "value_error"],
    [{ transcript_url: `${long}.json` }, ["transcript_url"], "string_too_long"],
    [{ transcript_url: "https://calls.example/a.txt" }, ["transcript_url"], "value_error"],
    [{ call_direction: "SIDEWAYS" }, ["call_direction"], "enum"],
    [{ interface: "FAX" }, ["interface"], "enum"],
    [{ conversation_ended_by: "NOBODY" }, ["conversation_ended_by"], "enum"],
    [
      { tool_calls: [{ name: "a", start_offset_ms: 0 }] },
      ["tool_calls", "0", "start_offset_ms"],
      "greater_than_equal",
    ],
    [{ custom_metrics: ["5"] }, ["custom_metrics", "0"], "guid_format"],
    [{ metadata: "gold" }, ["metadata"], "record_type"],
    [{ multichannel: "no" }, ["multichannel"], "boolean_type"],
    [{ recording: "x" }, ["recording"], "extra_forbidden"],
  ])("answers 422 for %j", async (fields, path, type) => {
    expectFault(await acme("POST", "/v1/evaluate", { ...call, ...fields }), ["body", ...path], type);
  });

  test.each(["agent_id", "start_time_utc", "participants"])("answers 422 without %s", async (field) => {
    const body = Object.fromEntries(Object.entries(call).filter(([name]) => name !== field));
    expectFault(await acme("POST", "/v1/evaluate", body), ["body", field], "missing");
  });
});
