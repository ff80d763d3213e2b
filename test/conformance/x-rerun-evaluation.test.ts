import { describe, expect, test } from "vitest";
import { evaluationOf, submit } from "../support/evaluations.ts";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { useStrictService } from "../support/service.ts";

const { acme, rival } = useStrictService();
const receiver = useReceiver();

const transcript = [{ speaker: "AGENT", utterance: "This line is recorded." }];
const rerun = (call_id: string, calls = acme) => calls("POST", `/v1/evaluate/${call_id}/rerun`);

describe("POST /v1/evaluate/{call_id}/rerun", () => {
  test("evaluates the call again, with the metrics as they are now", async () => {
    const { agent_id } = await makeAgent(acme);
    const call_id = await submit(acme, { agent_id: String(agent_id), transcript });
    const first = await evaluationOf(acme, call_id);
    expect(first.evaluation.verdicts).toEqual([]);

    const metric = await makeMetric(acme, {
      agent_ids: [agent_id],
      scoring_guidance: '@rules\npass when agent says "recorded"',
    });
    const reply = await rerun(call_id);
    expectAnswer("rerun_evaluation", reply);
    expect(reply.body).toEqual({
      status: "success",
      call_id,
      message: "the call is queued for evaluation",
    });
    const second = await evaluationOf(acme, call_id);
    expect(second.evaluation.verdicts).toMatchObject([{ metric_id: metric.id, value: true }]);
    expect(second.transcript).toEqual(first.transcript);
  });

  test("answers 409 while the call is being evaluated", async () => {
    receiver.answer("hang");
    const call_id = await submit(acme, { transcript_url: receiver.url("/transcript.json") });
    expectRefusal(await rerun(call_id), 409, /is being evaluated/);
  });

  test("answers 404 for an unknown call and another organization's", async () => {
    const call_id = await submit(acme, { transcript });
    await evaluationOf(acme, call_id);
    expectRefusal(await rerun("unknown"), 404, /call unknown not found/);
    expectRefusal(await rerun(call_id, rival), 404, /not found/);
  });

  test("answers 422 for a parameter that it does not take", async () => {
    const reply = await acme("POST", "/v1/evaluate/unknown/rerun?force=1");
    expectFault(reply, ["query", "force"], "extra_forbidden");
  });
});
