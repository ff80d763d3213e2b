/** The header Idempotency-Key at E2, an extension: a repeated request stores nothing again. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dataUrl, fixture } from "../support/evaluations.ts";
import { makeAgent } from "../support/make.ts";
import { ACME_KEY, RIVAL_KEY, useService } from "../support/service.ts";

const { url, acme } = useService();

const call = (agent_id: number | string) => ({
  agent_id: String(agent_id),
  start_time_utc: "2026-11-01T12:00:00Z",
  participants: [{ role: "AGENT" }, { role: "USER" }],
  transcript: [{ speaker: "USER", utterance: "Call 0151 12345678", start_offset_ms: 0, end_offset_ms: 900 }],
});

async function send(idempotency_key: string, body: unknown, key = ACME_KEY) {
  const answer = await fetch(`${url()}/v1/evaluate`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": idempotency_key },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { call_id?: string; detail?: string } };
}

const countOf = async (agent_id: number) =>
  (await acme("GET", `/v1/retrieve-call-logs/${agent_id}`)).body.total_count;

describe("a request with the key of an earlier one", () => {
  test("is answered with the call that is there", async () => {
    const { agent_id } = await makeAgent(acme);
    const first = await send("k-1", call(agent_id));
    expect(first.status).toBe(200);
    expect(await send("k-1", call(agent_id))).toMatchObject({
      status: 200,
      body: { call_id: first.body.call_id },
    });
    expect(await countOf(agent_id)).toBe(1);
  });

  test("stores nothing again when twenty come at once, each with a recording", async () => {
    const { agent_id } = await makeAgent(acme);
    const recording_base64 = dataUrl(fixture("recordings/booking.wav"));
    const body = { ...call(agent_id), recording_base64 };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send("k-2", body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body: { call_id } }) => call_id)).size).toBe(1);
    expect(await countOf(agent_id)).toBe(1);
    const { body: shown } = await acme("GET", `/v1/retrieve-call-log/${answers[0]?.body.call_id}`);
    const { recording } = shown.call_log;
    const sha256 = createHash("sha256").update(fixture("recordings/booking.wav")).digest("hex");
    expect(recording).toMatchObject({ sha256 });
  });

  test("is recognized as the same request even if personal data is masked in what is stored", async () => {
    const { agent_id } = await makeAgent(acme, { redact_pii: true });
    const first = await send("k-3", call(agent_id));
    expect(await send("k-3", call(agent_id))).toMatchObject({ body: { call_id: first.body.call_id } });
  });

  test("is refused with 409 if it is a different call, or has a different recording", async () => {
    const { agent_id } = await makeAgent(acme);
    const recording = (name: string) => ({ recording_base64: dataUrl(fixture(`recordings/${name}.wav`)) });
    const first = await send("k-4", { ...call(agent_id), ...recording("booking") });
    expect(first.status).toBe(200);
    for (const other of [recording("slow"), { ...recording("booking"), trace_id: "other" }, {}]) {
      const { status, body } = await send("k-4", { ...call(agent_id), ...other });
      expect({ status, detail: body.detail }).toEqual({
        status: 409,
        detail: `this Idempotency-Key belongs to a different call, ${first.body.call_id}, which is stored already`,
      });
    }
    expect(await countOf(agent_id)).toBe(1);
  });

  test("of another organization is new", async () => {
    const { agent_id } = await makeAgent(acme);
    const ours = await send("k-5", call(agent_id));
    const theirs = await send("k-5", call(202), RIVAL_KEY);
    expect(theirs.status).toBe(200);
    expect(theirs.body.call_id).not.toBe(ours.body.call_id);
  });
});

test("a refused request leaves its key free", async () => {
  const { agent_id } = await makeAgent(acme);
  expect((await send("k-6", { ...call(agent_id), label: "nowhere" })).status).toBe(404);
  expect((await send("k-6", call(agent_id))).status).toBe(200);
});

test.each(["", "a b", "x".repeat(256), "ü"])("the key %j is refused", async (key) => {
  const { status, body } = await send(key, call(101));
  expect(status).toBe(400);
  expect(body.detail).toContain("Idempotency-Key must have 1 to 255 characters");
});

test("the OpenAPI document names the header", async () => {
  const { body: document } = await acme("GET", "/openapi.json");
  expect(document.paths["/v1/evaluate"].post.parameters).toEqual([
    expect.objectContaining({ name: "Idempotency-Key", in: "header", required: false }),
  ]);
});
