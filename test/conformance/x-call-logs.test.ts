import { describe, expect, test } from "vitest";
import { evaluationOf } from "../support/evaluations.ts";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeCall, makeMetric } from "../support/make.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();

const submitted = async (fields: object) => {
  const about = {
    start_time_utc: "2025-03-01T10:00:00Z",
    participants: [{ role: "AGENT" }, { role: "USER" }],
  };
  return (await acme("POST", "/v1/evaluate", { ...about, ...fields })).body;
};

describe("GET /v1/retrieve-call-log/{call_id}", () => {
  test("answers the call as it was submitted, with its evaluation once there is one", async () => {
    const { call_id } = await makeCall(acme, "101", "first");
    const submitted = await acme("GET", `/v1/retrieve-call-log/${call_id}`);
    expectAnswer("get_call_log", submitted);
    expect(submitted.body.call_log).toMatchObject({
      id: call_id,
      agent_id: "101",
      start_time_utc: "2025-03-01T10:00:00.000Z",
      prompt_version: null,
      knowledge_base_version: null,
      recording: null,
      trace_id: "first",
      transcript: [{ speaker: "AGENT", utterance: "Hello" }],
      recording_url: null,
      call_direction: "INBOUND",
      evaluations: null,
    });
    const { evaluation } = await evaluationOf(acme, call_id);
    const evaluated = await acme("GET", `/v1/retrieve-call-log/${call_id}`);
    expectAnswer("get_call_log", evaluated);
    expect(evaluated.body).toEqual({
      call_log: {
        ...submitted.body.call_log,
        status: "COMPLETED",
        evaluations: [expect.objectContaining({ id: call_id, goal_success: null, custom_metrics: [] })],
        evaluation,
      },
      status: "200",
    });
    expect(evaluation).toMatchObject({ verdicts: [], timing_from: null, recording: null });
  });

  test("answers 404 for an unknown call and another organization's", async () => {
    const { call_id } = await makeCall(acme, "101", "first");
    expectRefusal(await acme("GET", "/v1/retrieve-call-log/unknown"), 404, /call unknown not found/);
    expectRefusal(await rival("GET", `/v1/retrieve-call-log/${call_id}`), 404, /not found/);
  });

  test("answers 422 for a parameter that it does not take", async () => {
    const reply = await acme("GET", "/v1/retrieve-call-log/unknown?expand=1");
    expectFault(reply, ["query", "expand"], "extra_forbidden");
  });
});

describe("GET /v1/retrieve-call-logs/{agent_id}", () => {
  test("lists calls that are too large to be read at once, the latest first", async () => {
    const { agent_id } = await makeAgent(acme);
    for (const trace_id of ["a", "b", "c"]) {
      const transcript = [{ speaker: "AGENT", utterance: "é ".repeat(400_000) }];
      const { call_id } = await submitted({ agent_id: String(agent_id), trace_id, transcript });
      await evaluationOf(acme, call_id);
    }
    const { body } = await acme("GET", `/v1/retrieve-call-logs/${agent_id}`);
    expect(body).toMatchObject({ total_count: 3, items_in_page: 3 });
    expect(body.call_logs.map(({ trace_id }: { trace_id: string }) => trace_id)).toEqual(["c", "b", "a"]);
  });

  test("answers pages of the agent's calls, the last submitted first", async () => {
    const { agent_id } = await makeAgent(acme);
    for (const trace of ["first", "second", "third"]) await makeCall(acme, String(agent_id), trace);
    await makeCall(acme, "101", "another agent's");

    const traces = (body: { call_logs: { trace_id: string }[] }) =>
      body.call_logs.map((call) => call.trace_id);
    const first = await acme("GET", `/v1/retrieve-call-logs/${agent_id}?page_size=2`);
    expectAnswer("list_call_logs", first);
    expect(traces(first.body)).toEqual(["third", "second"]);
    const counts = { total_count: 3, page_size: 2, total_pages: 2 };
    expect(first.body).toMatchObject({ ...counts, page: 1, items_in_page: 2 });
    const second = await acme("GET", `/v1/retrieve-call-logs/${agent_id}?page_size=2&page=2`);
    expect(traces(second.body)).toEqual(["first"]);
    expect(second.body).toMatchObject({ ...counts, page: 2, items_in_page: 1 });
    const third = await acme("GET", `/v1/retrieve-call-logs/${agent_id}?page_size=2&page=3`);
    expect(third.body).toEqual({ call_logs: [], ...counts, page: 3, items_in_page: 0 });
  });

  test("answers 404 for an unknown agent and another organization's", async () => {
    expectRefusal(await acme("GET", "/v1/retrieve-call-logs/999"), 404, /agent 999/);
    expectRefusal(await rival("GET", "/v1/retrieve-call-logs/101"), 404, /agent 101/);
  });

  test("goes back as far as requested", async () => {
    const { agent_id } = await makeAgent(acme);
    for (const days of [0, 2, 20]) {
      const start_time_utc = new Date(Date.now() - days * 86_400_000).toISOString();
      await makeCall(acme, String(agent_id), `${days} days ago`, { start_time_utc });
    }
    const counts: Record<string, number> = {};
    for (const last of ["1day", "3days", "30days", "all"])
      counts[last] = (await acme("GET", `/v1/retrieve-call-logs/${agent_id}?last=${last}`)).body.total_count;
    expect(counts).toEqual({ "1day": 1, "3days": 2, "30days": 3, all: 3 });
    const never = await acme("GET", `/v1/retrieve-call-logs/${agent_id}?last=never`);
    expectFault(never, ["query", "last"], "enum");
  });

  test("answers 422 for a page_size above 1000", async () => {
    const reply = await acme("GET", "/v1/retrieve-call-logs/101?page_size=1001");
    expectFault(reply, ["query", "page_size"], "less_than_equal");
  });
});

describe("GET /v1/retrieve-call-logs", () => {
  test("filters by the outcome, and by the first characters of an id", async () => {
    const { agent_id } = await makeAgent(acme);
    await makeMetric(acme, {
      name: "Greeting",
      scoring_guidance: '@rules\npass when agent says "hello"',
      agent_ids: [agent_id],
    });
    const call = async (utterance: string) => {
      const { call_id } = await submitted({
        agent_id: String(agent_id),
        transcript: [{ speaker: "AGENT", utterance }],
      });
      await evaluationOf(acme, call_id);
      return call_id as string;
    };
    const passed = await call("Hello.");
    const failed = await call("What?");
    // A metric that needs a judge, but there is none.
    await makeMetric(acme, { name: "Kind", scoring_guidance: "Is it kind?", agent_ids: [agent_id] });
    const open = await call("Hello again.");
    const found = async (query: string) =>
      (await acme("GET", `/v1/retrieve-call-logs?agent_id=${agent_id}&${query}`)).body.call_logs.map(
        ({ id }: { id: string }) => id,
      );
    expect(await found("outcome=passed")).toEqual([passed]);
    expect(await found("outcome=failed")).toEqual([failed]);
    expect(await found("outcome=incompleted")).toEqual([open]);
    expect(await found(`id=${failed.slice(0, 13).toUpperCase()}`)).toEqual([failed]);
    expect(await found("id=%25")).toEqual([]);
    // A call that is evaluated again has no outcome until that is done. Then it has the new one.
    await acme("POST", `/v1/re-evaluate/${passed}`);
    await evaluationOf(acme, passed);
    expect(await found("outcome=passed")).toEqual([]);
    expect(await found("outcome=incompleted")).toEqual([open, passed]);
  });
});
