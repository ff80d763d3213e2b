import { expect, test } from "vitest";
import { evaluated } from "../support/evaluations.ts";
import { makeMetric } from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();
const receiver = useReceiver();

const transcript = [{ speaker: "AGENT", utterance: "Hello" }];

test("the webhooks with the tag of a call are told once that it is evaluated, and of what was found", async () => {
  const metric = await makeMetric(acme, { scoring_guidance: '@rules\npass when agent says "hello"' });
  await acme("POST", "/v1/webhooks", { tag: "ci", url: receiver.url("/ci") });
  await acme("POST", "/v1/webhooks", { url: receiver.url("/rest") });
  const fields = { transcript, trace_id: "t-1", custom_metrics: [metric.id] };
  const { id: call_id } = await evaluated(acme, { ...fields, webhook_tag: "ci" });
  await evaluated(acme, { transcript });
  await expect.poll(() => receiver.requests()).toHaveLength(2);
  const [told] = receiver.requests().filter(({ path }) => path === "/ci");
  expect(JSON.parse(told?.body ?? "")).toMatchObject({
    event: "observability_call_evaluated",
    data: {
      call_id,
      agent_id: "101",
      trace_id: "t-1",
      status: "COMPLETED",
      counts: { passed: 1, failed: 0 },
      verdicts: [{ metric_id: metric.id, response_type: "pass_fail", status: "EVALUATED", value: true }],
    },
  });
  expect(
    receiver
      .requests()
      .map(({ path }) => path)
      .sort(),
  ).toEqual(["/ci", "/rest"]);
});
