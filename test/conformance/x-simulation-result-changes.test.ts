/** Operations on a conversation or a run that has begun: adding information, evaluating again, deleting. */
import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { conversationOf, makeConversations, makeMetric, runOf } from "../support/make.ts";
import { type Message, playedBy } from "../support/played.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();
const played = playedBy(acme);

const hello: Message = { message: "Hello, clinic speaking." };
const criteria = { success_criteria: "@rules\npass when tool open_case called" };
const opened = { tool_calls: [{ name: "open_case", parameters: { order: "1182" } }] };

const tell = (simulation_result_id: string, fields: object, calls = acme) =>
  calls("POST", "/v1/update-simulation-result", { simulation_result_id, ...fields });

async function outcomeOf(id: string, outcome: string) {
  await expect.poll(async () => (await conversationOf(acme, id)).outcome).toBe(outcome);
  return conversationOf(acme, id);
}

describe("POST /v1/update-simulation-result", () => {
  test("evaluates again after an evaluation, and counts the new outcome in the run", async () => {
    const { result, simulation_id } = await played(criteria, [hello]);
    expect(result.outcome).toBe("failed");
    const reply = await tell(result.id, opened);
    expectAnswer("update_simulation_result", reply);
    expect(reply.body).toEqual({ status: "success", message: "the conversation is being evaluated again" });
    const after = await outcomeOf(result.id, "passed");
    expect(after.tool_calls).toMatchObject(opened.tool_calls);
    expect(await runOf(acme, simulation_id)).toMatchObject({
      status: "COMPLETED",
      total_tests: 1,
      tests_completed: 1,
      tests_passed: 1,
      tests_failed: 0,
    });
  });

  test("during the conversation is kept for its evaluation; each field replaces its earlier value", async () => {
    const { agent_id, simulation_id, result_ids } = await makeConversations(acme);
    const [id = ""] = result_ids;
    await makeMetric(acme, {
      agent_ids: [agent_id],
      scoring_guidance: "@rules\npass when tool open_case called",
    });
    const fields = {
      tags: ["a"],
      metadata: { plan: "gold" },
      trace_ids: ["t-1"],
      events: [{ title: "Transfer" }],
    };
    expect((await tell(id, { ...fields, ...opened, tags: ["first"] })).body.message).toMatch(
      /will include this/,
    );
    await tell(id, { tags: ["a"], metadata: null });
    expect(await conversationOf(acme, id)).toMatchObject({ ...fields, status: "RUNNING" });
    await acme("POST", "/v1/send-http-text-message", {
      ...{ simulation_result_id: id, message: "Goodbye", end_conversation: true },
    });
    await expect
      .poll(async () => (await conversationOf(acme, id)).evaluation?.verdicts)
      .toContainEqual(expect.objectContaining({ name: "Greeting", value: true }));
    expect(await runOf(acme, simulation_id)).toMatchObject({ status: "COMPLETED" });
  });

  test("takes the id as a number too, and changes nothing where nothing is named", async () => {
    const { result } = await played(criteria, [hello]);
    const reply = await acme("POST", "/v1/update-simulation-result", {
      simulation_result_id: Number(result.id),
    });
    expect(reply.body.message).toMatch(/nothing has changed/);
    expect(await conversationOf(acme, result.id)).toEqual(result);
  });

  test("refuses an unknown conversation, another organization's, and an invalid report", async () => {
    const { result_ids } = await makeConversations(acme);
    const [id = ""] = result_ids;
    expectRefusal(await tell("999999", opened), 404, /result 999999 not found/);
    expectRefusal(await tell(id, opened, rival), 404, /not found/);
    expectFault(await tell(id, { tool_calls: [{}] }), ["body", "tool_calls", "0", "name"], "missing");
  });
});

describe("POST /v1/re-evaluate-simulation-result/{simulation_result_id}", () => {
  const again = (id: string, calls = acme) => calls("POST", `/v1/re-evaluate-simulation-result/${id}`);

  test("evaluates with the metrics as they are now", async () => {
    const { result, simulation_id } = await played({}, [hello]);
    await makeMetric(acme, {
      name: "Never",
      agent_ids: [result.agent_id],
      scoring_guidance: '@rules\npass when agent never says "clinic"',
    });
    const reply = await again(result.id);
    expectAnswer("re_evaluate_simulation_result", reply);
    expect(reply.body).toMatchObject({ simulation_result_id: Number(result.id) });
    await outcomeOf(result.id, "failed");
    expect(await runOf(acme, simulation_id)).toMatchObject({ tests_completed: 1, tests_failed: 1 });
  });

  test("refuses a conversation that is still running, and one that never had an evaluation", async () => {
    const { result_ids } = await makeConversations(acme);
    const [id = ""] = result_ids;
    expectRefusal(await again(id), 409, /has not ended yet/);
    expectRefusal(await again(id, rival), 404, /not found/);
  });
});

describe("DELETE /v1/simulation-result/{id} and /v1/simulation-run/{id}", () => {
  test("delete a conversation for good, and take it out of its run", async () => {
    const { result, simulation_id } = await played(criteria, [hello]);
    const path = `/v1/simulation-result/${result.id}`;
    expectRefusal(await rival("DELETE", path), 404, /not found/);
    const reply = await acme("DELETE", path);
    expectAnswer("delete_simulation_result", reply);
    expectRefusal(await acme("GET", `/v1/retrieve-simulation-result/${result.id}`), 404, /not found/);
    expect(await runOf(acme, simulation_id)).toMatchObject({
      total_tests: 0,
      tests_failed: 0,
      tests_completed: 0,
    });
  });

  test("delete a run with all its conversations", async () => {
    const { result, simulation_id } = await played(criteria, [hello]);
    await tell(result.id, { tags: ["a"] });
    await outcomeOf(result.id, "failed");
    const path = `/v1/simulation-run/${result.simulation_run_id}`;
    expectRefusal(await rival("DELETE", path), 404, /not found/);
    expectAnswer("delete_simulation_run", await acme("DELETE", path));
    expect(await runOf(acme, simulation_id)).toBeUndefined();
    expectRefusal(await acme("GET", `/v1/retrieve-simulation-result/${result.id}`), 404, /not found/);
  });

  test("refuse a run in progress", async () => {
    const { result_ids, run_id } = await makeConversations(acme);
    expectRefusal(await acme("DELETE", `/v1/simulation-result/${result_ids[0]}`), 409, /has not ended yet/);
    expectRefusal(await acme("DELETE", `/v1/simulation-run/${run_id}`), 409, /is in progress/);
  });
});
