/** Operations on a call after it was submitted: finding, changing, evaluating again, deleting. */
import { describe, expect, test } from "vitest";
import { dataUrl, evaluated, evaluationOf, fixture, submit } from "../support/evaluations.ts";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();
const receiver = useReceiver();

const transcript = [{ speaker: "AGENT", utterance: "This line is recorded." }];
const idsOf = (body: { call_logs: { id: string }[] }) => body.call_logs.map(({ id }) => id);

/** A call whose evaluation never ends, because its transcript never arrives. */
async function submitBusy(): Promise<string> {
  receiver.answer("hang");
  return submit(acme, { transcript_url: receiver.url("/transcript.json") });
}

describe("POST /v1/evaluate-call", () => {
  test("submits a call as POST /v1/evaluate does", async () => {
    const reply = await acme("POST", "/v1/evaluate-call", {
      agent_id: "101",
      start_time_utc: "2025-03-01T10:00:00Z",
      participants: [{ role: "AGENT" }, { role: "USER" }],
      recording_base64: dataUrl(fixture("recordings/slow.wav")),
      transcript,
    });
    expectAnswer("evaluate_call", reply);
    const call = await evaluationOf(acme, reply.body.call_id);
    expect(call).toMatchObject({ transcript, recording: { media_type: "audio/wav" } });
  });
});

describe("POST /v1/re-evaluate/{call_id}", () => {
  test("evaluates the call again, with the metrics as they are now", async () => {
    const { agent_id } = await makeAgent(acme);
    const { id: call_id } = await evaluated(acme, { agent_id: String(agent_id), transcript });
    const rules = '@rules\npass when agent says "recorded"';
    await makeMetric(acme, { agent_ids: [agent_id], scoring_guidance: rules });
    const reply = await acme("POST", `/v1/re-evaluate/${call_id}`);
    expectAnswer("re_evaluate_call", reply);
    const { evaluation } = await evaluationOf(acme, call_id);
    expect(evaluation.verdicts).toMatchObject([{ name: "Greeting", value: true }]);
  });

  test("answers 404 for an unknown call and another organization's", async () => {
    const { id: call_id } = await evaluated(acme, { transcript });
    expectRefusal(await acme("POST", "/v1/re-evaluate/unknown"), 404, /call unknown not found/);
    expectRefusal(await rival("POST", `/v1/re-evaluate/${call_id}`), 404, /not found/);
  });
});

describe("PUT /v1/update-log/{call_id}", () => {
  const update = (call_id: string, body: unknown, calls = acme) =>
    calls("PUT", `/v1/update-log/${call_id}`, body);

  test("replaces the named fields, keeps the rest, and evaluates again if asked to", async () => {
    const { agent_id } = await makeAgent(acme);
    const rules = "@rules\npass when tool book called";
    await makeMetric(acme, { agent_ids: [agent_id], scoring_guidance: rules });
    const given = { agent_id: String(agent_id), transcript, tags: ["a"], metadata: { plan: "gold" } };
    const first = await evaluated(acme, { ...given, tool_calls: [{ name: "cancel" }] });
    expect(first.evaluation.verdicts).toMatchObject([{ value: false }]);

    const reply = await update(first.id, { tool_calls: [{ name: "book" }], events: null });
    expectAnswer("update_call_log", reply);
    const { body: changed } = await acme("GET", `/v1/retrieve-call-log/${first.id}`);
    expect(changed.call_log).toEqual({ ...first, events: null, tool_calls: [{ name: "book" }] });

    await update(first.id, { reevaluate: true });
    const again = await evaluationOf(acme, first.id);
    expect(again.evaluation.verdicts).toMatchObject([{ value: true }]);
  });

  test("is taken in by an evaluation that had begun before", async () => {
    const { agent_id } = await makeAgent(acme);
    const rules = "@rules\npass when tool book called";
    await makeMetric(acme, { agent_ids: [agent_id], scoring_guidance: rules });
    let arrive = (_: string) => {};
    receiver.answer({ body: new Promise((resolve) => (arrive = resolve)) });
    const transcript_url = receiver.url("/late.json");
    const call_id = await submit(acme, { agent_id: String(agent_id), transcript_url });
    await expect.poll(() => receiver.requests().map(({ path }) => path)).toContain("/late.json");
    await update(call_id, { tool_calls: [{ name: "book" }] });
    receiver.answer({ body: JSON.stringify(transcript) });
    arrive(JSON.stringify(transcript));
    const { evaluation } = await evaluationOf(acme, call_id);
    expect(evaluation.verdicts).toMatchObject([{ value: true }]);
  });

  test.each([
    ["a short text", 1],
    ["a long one", 5000],
  ])("masks personal data in %s where the agent wants that", async (_, times) => {
    const { agent_id } = await makeAgent(acme, { redact_pii: true });
    const { id: call_id } = await evaluated(acme, { agent_id: String(agent_id), transcript });
    await update(call_id, { metadata: { note: "write to ann@example.com ".repeat(times) } });
    const { body } = await acme("GET", `/v1/retrieve-call-log/${call_id}`);
    expect(body.call_log.metadata).toEqual({ note: "write to [email address] ".repeat(times) });
  });

  test("masks nothing where the agent does not want that", async () => {
    const { id: call_id } = await evaluated(acme, { transcript });
    const metadata = { note: "write to ann@example.com ".repeat(5000) };
    await update(call_id, { metadata });
    const { body } = await acme("GET", `/v1/retrieve-call-log/${call_id}`);
    expect(body.call_log.metadata).toEqual(metadata);
  });

  test("refuses an invalid change, and an unknown call", async () => {
    const { id: call_id } = await evaluated(acme, { transcript });
    expectFault(await update(call_id, { tool_calls: [{}] }), ["body", "tool_calls", "0", "name"], "missing");
    expectRefusal(await update("unknown", {}), 404, /call unknown not found/);
    expectRefusal(await update(call_id, {}, rival), 404, /not found/);
  });
});

describe("GET /v1/retrieve-call-log and /v1/retrieve-call-logs", () => {
  test("find a call by the id in the query, and need one", async () => {
    const { id: call_id } = await evaluated(acme, { transcript });
    const reply = await acme("GET", `/v1/retrieve-call-log?call_id=${call_id}`);
    expectAnswer("find_call_log", reply);
    expect(reply.body).toEqual((await acme("GET", `/v1/retrieve-call-log/${call_id}`)).body);
    expectFault(await acme("GET", "/v1/retrieve-call-log"), ["query", "call_id"], "missing");
    expectRefusal(await rival("GET", `/v1/retrieve-call-log?call_id=${call_id}`), 404, /not found/);
  });

  test("list the calls of all agents that match every filter, newest first, in pages", async () => {
    const [one, other] = [await makeAgent(acme), await makeAgent(acme)];
    const at = (day: string) => `2025-05-${day}T10:00:00Z`;
    const made: string[] = [];
    for (const [agent, start_time_utc, tags] of [
      [one, at("01"), ["vip", "vip"]],
      [other, at("02"), ["vip", "new"]],
      [one, at("03"), []],
    ] as const)
      made.push(
        (
          await evaluated(acme, {
            agent_id: String(agent.agent_id),
            start_time_utc,
            tags: [...tags],
            transcript,
          })
        ).id,
      );
    const [first, second, third] = made;
    const list = async (query: string) => {
      const reply = await acme("GET", `/v1/retrieve-call-logs?${query}`);
      expectAnswer("list_all_call_logs", reply);
      return reply.body;
    };
    const within = `since=${at("01")}&until=2025-06-01`;
    expect(idsOf(await list(`since=${at("01")}&until=${at("04")}`))).toEqual([third, second, first]);
    expect(idsOf(await list("tag=vip"))).toEqual([second, first]);
    expect(idsOf(await list(`tag=vip&agent_id=${one.agent_id}`))).toEqual([first]);
    expect(idsOf(await list(`since=${at("02")}&until=${at("03")}&status=completed`))).toEqual([second]);
    expect(idsOf(await list(`agent_id=${one.agent_id}&status=QUEUED`))).toEqual([]);
    const page = await list(`agent_id=${one.agent_id}&page=2&page_size=1`);
    expect(page).toMatchObject({ total_count: 2, page: 2, page_size: 1, items_in_page: 1, total_pages: 2 });
    expect(idsOf(page)).toEqual([first]);
    expectFault(await acme("GET", `/v1/retrieve-call-logs?${within}`), ["query", "until"], "datetime_format");
    expectFault(await acme("GET", "/v1/retrieve-call-logs?status=LATE"), ["query", "status"], "enum");
    expect((await rival("GET", "/v1/retrieve-call-logs?tag=vip")).body.call_logs).toEqual([]);
  });
});

describe("DELETE /v1/call-log and /v1/call-logs", () => {
  test("delete a call for good, by its path or by the query", async () => {
    for (const pathOf of [
      (id: string) => `/v1/call-log/${id}`,
      (id: string) => `/v1/call-log?call_id=${id}`,
    ]) {
      const { id: call_id } = await evaluated(acme, { transcript, tags: ["gone"] });
      expectRefusal(await rival("DELETE", pathOf(call_id)), 404, /not found/);
      const reply = await acme("DELETE", pathOf(call_id));
      expectAnswer("delete_call_log", reply);
      expectRefusal(await acme("GET", `/v1/retrieve-call-log/${call_id}`), 404, /not found/);
      expectRefusal(await acme("DELETE", pathOf(call_id)), 404, /not found/);
    }
    expect((await acme("GET", "/v1/retrieve-call-logs?tag=gone")).body.call_logs).toEqual([]);
  });

  test("delete only the recording, once", async () => {
    const recording_base64 = dataUrl(fixture("recordings/slow.wav"));
    const before = await evaluated(acme, { recording_base64 });
    const path = `/v1/call-log/${before.id}?recording_only=true`;
    expect((await acme("DELETE", path)).body.message).toMatch(/the recording of call .* was deleted/);
    const { body: after } = await acme("GET", `/v1/retrieve-call-log/${before.id}`);
    expect(after.call_log).toEqual({ ...before, recording: null });
    expect((await acme("DELETE", path)).body.message).toMatch(/has no recording/);
    expectFault(
      await acme("DELETE", path.replace("true", "maybe")),
      ["query", "recording_only"],
      "bool_type",
    );
  });

  test("delete several, and none if one is being evaluated", async () => {
    const ids = [await evaluated(acme, { transcript }), await evaluated(acme, { transcript })].map(
      ({ id }) => id,
    );
    const busy = await submitBusy();
    expectRefusal(await acme("DELETE", `/v1/call-log/${busy}`), 409, /is being evaluated/);
    expectRefusal(await acme("DELETE", "/v1/call-logs", { call_ids: [...ids, busy] }), 409, new RegExp(busy));
    expect((await rival("DELETE", "/v1/call-logs", { call_ids: ids })).body.deleted_count).toBe(0);
    const reply = await acme("DELETE", "/v1/call-logs", { call_ids: [...ids, ...ids, "unknown"] });
    expectAnswer("delete_call_logs", reply);
    expect(reply.body).toMatchObject({ deleted_count: 2, message: "2 of 3 calls were deleted" });
  });
});
