import { expect, test } from "vitest";
import { evaluated } from "../support/evaluations.ts";
import { makeMetric } from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();
const receiver = useReceiver();

const transcript = [{ speaker: "AGENT", utterance: "Hello" }];

test("the webhooks with the tag of a call are told once that it was evaluated, and the findings", async () => {
  const metric = await makeMetric(acme, { scoring_guidance: '@rules\npass when agent says "hello"' });
  await acme("POST", "/v1/webhooks", { tag: "ci", url: receiver.url("/ci") });
  await acme("POST", "/v1/webhooks", { url: receiver.url("/rest") });
  const fields = {
    transcript,
    trace_id: "t-1",
    custom_metrics: [metric.id],
    tags: ["vip"],
    metadata: { ticket: "FD-1" },
  };
  const { id: call_id } = await evaluated(acme, { ...fields, webhook_tag: "ci" });
  await evaluated(acme, { transcript });
  await expect.poll(() => receiver.requests()).toHaveLength(2);
  const [told] = receiver.requests().filter(({ path }) => path === "/ci");
  expect(JSON.parse(told?.body ?? "")).toMatchObject({
    type: "observability_call_evaluated",
    id: call_id,
    agent_id: "101",
    status: "COMPLETED",
    participants: [{ role: "AGENT" }, { role: "USER" }],
    tags: ["vip"],
    metadata: { ticket: "FD-1" },
    tool_calls: [],
    events: [],
    evaluations: [
      {
        id: call_id,
        goal_success: true,
        custom_metrics: [{ name: "Greeting", response_type: "pass_fail", response_value: "pass" }],
      },
    ],
    call_id,
    trace_id: "t-1",
    counts: { passed: 1, failed: 0 },
    verdicts: [{ metric_id: metric.id, response_type: "pass_fail", status: "EVALUATED", value: true }],
  });
  expect(
    receiver
      .requests()
      .map(({ path }) => path)
      .sort(),
  ).toEqual(["/ci", "/rest"]);
});

test("the webhooks of a large call get the same content as its readers", async () => {
  const metric = await makeMetric(acme, { scoring_guidance: '@rules\npass when agent says "hello"' });
  await acme("POST", "/v1/webhooks", { tag: "large", url: receiver.url("/large") });
  const said = (at: number) => ({
    speaker: at % 2 === 0 ? "AGENT" : "USER",
    utterance: `Hello, this is sentence ${at} of a conversation that takes its time.`,
    start_offset_ms: at * 2000,
    end_offset_ms: at * 2000 + 1500,
  });
  const { id } = await evaluated(acme, {
    transcript: Array.from({ length: 3000 }, (_, at) => said(at)),
    custom_metrics: [metric.id],
    webhook_tag: "large",
  });
  const toldOf = () => receiver.requests().find(({ path }) => path === "/large")?.body;
  await expect.poll(toldOf).toBeDefined();
  const told = JSON.parse(toldOf() ?? "");
  const { evaluations, evaluation } = (await acme("GET", `/v1/retrieve-call-log/${id}`)).body.call_log;
  expect(evaluations[0].custom_metrics[0].reasoning).toContain("hello");
  expect(told.evaluations).toEqual(evaluations);
  expect(told.counts).toEqual(evaluation.counts);
});
