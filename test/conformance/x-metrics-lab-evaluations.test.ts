import { beforeEach, describe, expect, test } from "vitest";
import { answerTo, readPrompt } from "../../src/service/evaluation/testing/judge-protocol.ts";
import { completion } from "../support/completions.ts";
import { evaluated } from "../support/evaluations.ts";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import {
  makeAgent,
  makeDigitalHuman,
  makeMetric,
  makeSimulation,
  PATIENT,
  startRun,
} from "../support/make.ts";
import { useRecorder } from "../support/recorder.ts";
import { type Calls, useService } from "../support/service.ts";

const server = useRecorder();
const { acme, rival } = useService(undefined, () => ({
  model: { base_url: `${server.url()}/v1`, model: "judge-1" },
}));
const without = useService();

const LAB = "/v1/metrics-lab/lab";
const EVALUATE = "/v1/metrics-lab/evaluate-conversation";
const UNKNOWN = "00000000-0000-4000-8000-000000000007";

/** A judge that passes what names the line, if the criterion asks for it. */
beforeEach(() =>
  server.answer(({ body }) => {
    const [system, user] = body.messages;
    const { data } = readPrompt(system.content, user.content);
    const isLenient = system.content.includes("lenient");
    return completion(
      answerTo(readPrompt(system.content, user.content), {
        value: isLenient || data.turns[0].text.includes("recorded"),
      }),
    );
  }),
);

const callOf = async (utterance: string, calls: Calls = acme) =>
  (await evaluated(calls, { transcript: [{ speaker: "AGENT", utterance }] })).id;
const makeLab = async (body: object, calls: Calls = acme): Promise<string> => {
  const reply = await calls("POST", LAB, { name: "Tone", conversations: [], metric_ids: [], ...body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.id;
};
const JUDGED = { name: "Disclosure", description: "Says that the line is recorded." };
const RULED = { name: "Greets", scoring_guidance: '@rules\npass when agent says "Hello"' };

const onCall = (id: string) => ({ conversation: { type: "call", id } });
const byMetrics = (...custom_metric_ids: string[]) => ({
  metrics: { type: "custom_metric", custom_metric_ids },
});
const byRevision = (custom_metric_revision_id: string) => ({
  metrics: { type: "custom_metric_revision", custom_metric_revision_id },
});

async function endedResult(calls: Calls): Promise<number> {
  const { agent_id } = await makeAgent(calls);
  const simulation = await makeSimulation(calls, { agent_id });
  await makeDigitalHuman(calls, { ...PATIENT, silence_timeout: 600 }, [simulation.id]);
  const run = await startRun(calls, { simulation_id: simulation.id });
  const [id = ""] = run.simulation_result_ids;
  const said = { simulation_result_id: id, message: "Hello, this line is recorded." };
  expect((await calls("POST", "/v1/send-http-text-message", said)).status).toBe(200);
  return Number(id);
}

describe("evaluate-conversation", () => {
  test("answers the verdicts, and leaves the call's own evaluation alone", async () => {
    const [judged, ruled] = [await makeMetric(acme, JUDGED), await makeMetric(acme, RULED)];
    const call_id = await callOf("Hello, this line is recorded.");
    const before = (await acme("GET", `/v1/retrieve-call-log/${call_id}`)).body;
    const lab_id = await makeLab({ conversations: [{ call_id }], metric_ids: [judged.id, ruled.id] });
    const body = { lab_id, ...onCall(call_id), ...byMetrics(judged.id, ruled.id, judged.id) };
    const reply = await acme("POST", EVALUATE, body);
    expectAnswer("evaluate_lab_conversation", reply);
    expect(reply.body).toMatchObject({
      ...{ status: "success", message: "2 of 2 metrics were evaluated" },
      ...{ conversation_id: call_id, conversation_type: "call" },
      metrics: [
        {
          ...{ type: "custom_metric", id: judged.id },
          verdict: {
            name: "Disclosure",
            status: "EVALUATED",
            value: true,
            method: "judge",
            model: "judge-1",
          },
        },
        { type: "custom_metric", id: ruled.id, verdict: { value: true, method: "rule" } },
      ],
    });
    const again = await acme("POST", EVALUATE, body);
    const ids = [reply, again].flatMap((one) =>
      one.body.metrics.map(({ eval_id }: { eval_id: string }) => eval_id),
    );
    expect(new Set(ids).size).toBe(4);
    expect((await acme("GET", `/v1/retrieve-call-log/${call_id}`)).body).toEqual(before);
  });

  test("words the metric as a revision does, without changing it", async () => {
    const metric = await makeMetric(acme, JUDGED);
    const call_id = await callOf("Good day.");
    const lab_id = await makeLab({ conversations: [{ call_id }], metric_ids: [metric.id] });
    const revision = await acme("POST", `${LAB}/${lab_id}/metric-revisions`, {
      custom_metric_id: metric.id,
      scoring_guidance: "Be lenient.",
    });
    expectAnswer("create_metric_revision", revision);
    const found = async (metrics: object) => {
      const { body } = await acme("POST", EVALUATE, { lab_id, ...onCall(call_id), ...metrics });
      return [body.metrics[0].type, body.metrics[0].id, body.metrics[0].verdict.value];
    };
    expect(await found(byRevision(revision.body.id))).toEqual([
      "custom_metric_revision",
      revision.body.id,
      true,
    ]);
    expect(server.requests.at(-1)?.body.messages[0].content).toContain(JUDGED.description);
    expect(await found(byMetrics(metric.id))).toEqual(["custom_metric", metric.id, false]);
  });

  test("says what was not evaluated where there is no judge", async () => {
    const metric = await makeMetric(without.acme, JUDGED);
    const call_id = await callOf("This line is recorded.", without.acme);
    const lab_id = await makeLab({ conversations: [{ call_id }], metric_ids: [metric.id] }, without.acme);
    const reply = await without.acme("POST", EVALUATE, {
      lab_id,
      ...onCall(call_id),
      ...byMetrics(metric.id),
    });
    expectAnswer("evaluate_lab_conversation", reply);
    expect(reply.body).toMatchObject({
      status: "incomplete",
      message: "0 of 1 metrics were evaluated; not: Disclosure (no_model)",
      metrics: [{ verdict: { status: "NOT_EVALUATED", reason: "no_model", value: null } }],
    });
  });

  test("takes a conversation of a run once it is over", async () => {
    const metric = await makeMetric(acme, RULED);
    const test_result_id = await endedResult(acme);
    const lab_id = await makeLab({ conversations: [{ test_result_id }], metric_ids: [metric.id] });
    const evaluate = () =>
      acme("POST", EVALUATE, {
        lab_id,
        conversation: { type: "test_result", id: String(test_result_id) },
        ...byMetrics(metric.id),
      });
    expectRefusal(await evaluate(), 409, /is not over and evaluated yet/);
    await acme("POST", "/v1/end-conversations", { test_result_ids: [test_result_id] });
    await expect.poll(async () => (await evaluate()).status, { timeout: 20_000 }).toBe(200);
    const reply = await evaluate();
    expectAnswer("evaluate_lab_conversation", reply);
    expect(reply.body).toMatchObject({
      conversation_type: "test_result",
      conversation_id: String(test_result_id),
    });
    expect(reply.body.metrics).toMatchObject([
      { id: metric.id, verdict: { status: "EVALUATED", value: true } },
    ]);
  });

  test("refuses what the lab does not have", async () => {
    const [one, other] = [await makeMetric(acme, RULED), await makeMetric(acme, RULED)];
    const [call_id, elsewhere] = [await callOf("Hello"), await callOf("Hello")];
    const lab_id = await makeLab({ conversations: [{ call_id }], metric_ids: [one.id] });
    const evaluate = (id: string, metrics: object, calls = acme) =>
      calls("POST", EVALUATE, { lab_id, ...onCall(id), ...metrics });
    expectRefusal(await evaluate(elsewhere, byMetrics(one.id)), 400, /is not in lab .*; add it first/);
    expectRefusal(await evaluate(call_id, byMetrics(other.id)), 400, /is not in lab .*; add it first/);
    expectRefusal(await evaluate(UNKNOWN, byMetrics(one.id)), 404, /call .* not found/);
    expectRefusal(await evaluate(call_id, byRevision(UNKNOWN)), 404, /metric revision .* not found/);
    expectRefusal(await evaluate(call_id, byMetrics(one.id), rival), 404, /metrics lab .* not found/);
    expectFault(
      await evaluate(call_id, byMetrics()),
      ["body", "metrics", "custom_metric_ids"],
      "value_error",
    );
  });
});

describe("metric-revisions", () => {
  test("are numbered for each metric of a lab, and keep what they do not change", async () => {
    const [one, other] = [await makeMetric(acme, JUDGED), await makeMetric(acme, JUDGED)];
    const metric_ids = [one.id, other.id];
    const [lab, second] = [await makeLab({ metric_ids }), await makeLab({ metric_ids })];
    const revise = async (lab_id: string, custom_metric_id: string) =>
      (await acme("POST", `${LAB}/${lab_id}/metric-revisions`, { custom_metric_id, temperature: 0.5 })).body;
    expect(await revise(lab, one.id)).toMatchObject({
      ...{ lab_id: lab, custom_metric_id: one.id, revision_number: 1 },
      ...{ description: null, scoring_guidance: null, temperature: 0.5, allow_not_applicable: null },
    });
    expect((await revise(lab, one.id)).revision_number).toBe(2);
    expect((await revise(lab, other.id)).revision_number).toBe(1);
    expect((await revise(second, one.id)).revision_number).toBe(1);
    const together = await Promise.all(Array.from({ length: 5 }, () => revise(lab, other.id)));
    expect(together.map(({ revision_number }) => revision_number).toSorted()).toEqual([2, 3, 4, 5, 6]);
  });

  test("refuse mistakes in rules, and a metric that is not in the lab", async () => {
    const metric = await makeMetric(acme, JUDGED);
    const revise = (lab_id: string, scoring_guidance: string) =>
      acme("POST", `${LAB}/${lab_id}/metric-revisions`, { custom_metric_id: metric.id, scoring_guidance });
    const reply = await revise(await makeLab({ metric_ids: [metric.id] }), "@rules\npass if kind");
    expectFault(reply, ["body", "scoring_guidance"], "rule_error");
    expectRefusal(await revise(await makeLab({}), "Be strict."), 400, /custom metric .* is not in lab/);
  });
});

describe("human-evaluation", () => {
  test("becomes the mark that judge calibrate reads, and replaces the one before", async () => {
    const metric = await makeMetric(acme, { ...JUDGED, name: "Warmth" });
    const call_id = await callOf("Good day.");
    const lab_id = await makeLab({ conversations: [{ call_id }], metric_ids: [metric.id] });
    const say = (human_response_value: string, more: object = { human_reasoning: "It is cold." }) =>
      acme("PUT", `${LAB}/${lab_id}/human-evaluation`, {
        custom_metric_id: metric.id,
        call_id,
        human_response_value,
        ...more,
      });
    const marks = async () => (await acme("GET", "/v1/verdict-marks?metric=Warmth")).body.marks;
    const reply = await say("Fail");
    expectAnswer("set_human_evaluation", reply);
    expect(reply.body.success).toBe(true);
    expect(await marks()).toMatchObject([
      { call_id, expected: false, reason: "It is cold.", labeller: null },
    ]);
    await say("pass", {});
    expect(await marks()).toMatchObject([{ call_id, expected: true, reason: null }]);
    expectRefusal(
      await say("perhaps"),
      400,
      /human_response_value: value must be true or false, not "perhaps"/,
    );
    expect(await marks()).toHaveLength(1);
  });

  test("refuses a conversation that is not in the lab, or none", async () => {
    const metric = await makeMetric(acme, JUDGED);
    const lab_id = await makeLab({ metric_ids: [metric.id] });
    const say = (more: object) =>
      acme("PUT", `${LAB}/${lab_id}/human-evaluation`, {
        custom_metric_id: metric.id,
        human_response_value: "pass",
        ...more,
      });
    expectRefusal(await say({ call_id: await callOf("Hello") }), 400, /call .* is not in lab/);
    expectFault(await say({}), ["body", "call_id"], "value_error");
  });
});

describe("metrics with evaluate_conversations", () => {
  test("are evaluated on the conversations of the lab", async () => {
    const metric = await makeMetric(acme, RULED);
    const [greeted, silent] = [await callOf("Hello there."), await callOf("What?")];
    const test_result_id = await endedResult(acme);
    const conversations = [{ call_id: greeted }, { call_id: silent }, { test_result_id }];
    const lab_id = await makeLab({ conversations });
    const reply = await acme("POST", `${LAB}/${lab_id}/metrics`, {
      metric_ids: [metric.id],
      evaluate_conversations: true,
    });
    expectAnswer("add_lab_metrics", reply);
    expect(reply.body).toMatchObject({
      ...{ added_count: 1, evaluation_triggered: true, evaluation_count: 2 },
      message: expect.stringMatching(/2 of 3 evaluations were made; 1 .* not over/),
    });
    const values = reply.body.evaluations.map(
      ({ conversation_id, verdict }: { conversation_id: string; verdict: { value: unknown } }) => [
        conversation_id,
        verdict.value,
      ],
    );
    expect(new Map(values)).toEqual(
      new Map([
        [greeted, true],
        [silent, false],
      ]),
    );
  });

  test("are evaluated as far as one request may, and the answer counts them", async () => {
    const metrics = Array.from({ length: 60 }, () => ({ ...RULED, response_type: "pass_fail" }));
    const made = await acme("POST", "/v1/create-custom-metrics", { metrics });
    const metric_ids = made.body.metrics.map(({ id }: { id: string }) => id);
    const conversations = [{ call_id: await callOf("Hello") }, { call_id: await callOf("Hello") }];
    const lab_id = await makeLab({ conversations });
    const body = { metric_ids, evaluate_conversations: true };
    const reply = await acme("POST", `${LAB}/${lab_id}/metrics`, body);
    expectAnswer("add_lab_metrics", reply);
    expect(reply.body.evaluation_count).toBe(60);
    expect(reply.body.message).toContain("60 of 120 evaluations were made");
  });
});

test("what was evaluated goes with the call, the metric, and the lab", async () => {
  const [one, other] = [await makeMetric(acme, RULED), await makeMetric(acme, RULED)];
  const [first, second] = [await callOf("Hello"), await callOf("Hello")];
  const conversations = [{ call_id: first }, { call_id: second }];
  const lab_id = await makeLab({ conversations, metric_ids: [one.id, other.id] });
  const evaluate = (call_id: string, ...ids: string[]) =>
    acme("POST", EVALUATE, { lab_id, ...onCall(call_id), ...byMetrics(...ids) });
  for (const call_id of [first, second]) expect((await evaluate(call_id, one.id, other.id)).status).toBe(200);
  expect((await acme("DELETE", `/v1/call-log/${first}`)).status).toBe(200);
  expect((await acme("DELETE", `/v1/custom-metric/${one.id}`)).status).toBe(200);
  expectRefusal(await evaluate(second, one.id), 404, /custom metric .* not found/);
  expect((await evaluate(second, other.id)).status).toBe(200);
  expect((await acme("DELETE", `${LAB}/${lab_id}`)).status).toBe(200);
  expect((await acme("GET", `/v1/retrieve-call-log/${second}`)).status).toBe(200);
});
