/** Changing, deleting, and listing simulations by agent, and adding and removing digital humans. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import {
  conversationOf,
  makeAgent,
  makeConversations,
  makeDigitalHuman,
  makeMetric,
  makePrompts,
  makeSimulation,
  PATIENT,
  runOf,
  startRun,
} from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

type Settings = Parameters<typeof makeSimulation>[1];

/** A simulation with these settings, and digital humans that wait for the agent. */
async function simulationWith(settings: Partial<Settings>, count = 1, human: object = {}) {
  const { agent_id, path } = await makeAgent(acme);
  const { id } = await makeSimulation(acme, { agent_id, ...settings });
  for (let at = 0; at < count; at++) await makeDigitalHuman(acme, { ...PATIENT, ...human }, [id]);
  return { id, agent_id, path };
}

const say = (simulation_result_id: string, more: object) =>
  acme("POST", "/v1/send-http-text-message", { simulation_result_id, ...more });

async function settled(id: string) {
  await expect.poll(async () => (await conversationOf(acme, id)).outcome).not.toBeNull();
  return conversationOf(acme, id);
}

describe("PUT /v1/simulation/{simulation_id}", () => {
  test("changes the named fields, returns durations in seconds, and clears with null", async () => {
    const { id } = await simulationWith({ name: "Nightly", max_concurrent: 4, tags: ["a"] });
    const before = (await acme("GET", `/v1/simulation/${id}`)).body;
    expect(before).toMatchObject({ type: "max_concurrent", tags: ["a"], max_call_duration: null });
    const update = (body: object) => acme("PUT", `/v1/simulation/${id}`, body);

    const reply = await update({
      name: "Daily",
      max_call_duration: 5,
      sequential_calling: true,
      pinned: true,
    });
    expectAnswer("update_simulation", reply);
    expect(reply.body).toEqual({
      ...before,
      name: "Daily",
      type: "sequential",
      max_call_duration: 300,
      pinned: true,
      settings: { max_call_duration: 300, sequential_calling: true, tags: ["a"], pinned: true },
    });
    const seconds = await update({ max_call_duration: 90, max_call_duration_units: "seconds", tags: null });
    expect(seconds.body).toMatchObject({ max_call_duration: 90, tags: null, max_concurrent: 4 });
    expect((await update({})).body).toEqual(seconds.body);
    const added = await update({ colour: "teal" });
    expect(added.body).toEqual({ ...seconds.body, colour: "teal" });
    await update({ colour: null });
    expect((await acme("GET", `/v1/simulation/${id}`)).body).toEqual({ ...seconds.body, colour: null });
  });

  test("refuses unknown ids, contradictions, and another organization", async () => {
    const { id } = await simulationWith({});
    const update = (body: object, calls = acme) => calls("PUT", `/v1/simulation/${id}`, body);
    const unknown = "5f0c1e2a-8d3b-4c6f-9a7e-1b2c3d4e5f60";
    expectRefusal(await update({ prompt_id: unknown }), 404, /prompt 5f0c.* not found/);
    expectRefusal(
      await update({ selected_custom_metrics: [unknown] }),
      404,
      /custom metric 5f0c.* not found/,
    );
    const crossed = { custom_metrics_failing_threshold: 80, custom_metrics_passing_threshold: 70 };
    expectRefusal(await update(crossed), 400, /failing_threshold \(80\) must be below/);
    expectFault(await update({ max_call_duration: 0 }), ["body", "max_call_duration"], "greater_than_equal");
    expectFault(await update({ name: 5 }), ["body", "name"], "string_type");
    // As in the published reference: null leaves a name unchanged.
    expect((await update({ name: null })).body.name).toBe("Smoke");
    expectRefusal(await update({ name: "x" }, rival), 404, /simulation \d+ not found/);
  });
});

describe("the settings of a simulation", () => {
  test("say how many conversations a run has and which versions it tests", async () => {
    const { id, agent_id, path } = await simulationWith({ runs_per_digital_human: 3 }, 2);
    const [first] = await makePrompts(acme, path, [], ["production"]);
    expect(await startRun(acme, { simulation_id: id })).toMatchObject({ agent_id: String(agent_id) });
    await acme("PUT", `/v1/simulation/${id}`, { prompt_id: first?.id, sequential_calling: true });
    const { simulation_run_id, simulation_result_ids } = await startRun(acme, { simulation_id: id });
    expect(simulation_result_ids).toHaveLength(6);
    const run = await acme("GET", `/v1/retrieve-simulation-results/${simulation_run_id}`);
    expect(run.body.simulation_run.prompt_id).toBe(first?.id);
    const queue = await acme("POST", `/v1/check-queue-simulation-run/${simulation_run_id}`);
    expectAnswer("check_queued_run", queue);
    expect(queue.body).toMatchObject({ status: "RUNNING", queued: 5, running: 1, evaluating: 0, over: 0 });
    expectRefusal(
      await rival("POST", `/v1/check-queue-simulation-run/${simulation_run_id}`),
      404,
      /run \d+ not found/,
    );
  });

  test("end a conversation that takes too long", async () => {
    const { id } = await simulationWith({ max_call_duration: 1, max_call_duration_units: "seconds" });
    const { simulation_result_ids } = await startRun(acme, { simulation_id: id });
    const [result = ""] = simulation_result_ids;
    await sleep(1100);
    // It may have hung up during the silence.
    await say(result, { message: "Hello" });
    expect(await conversationOf(acme, result)).toMatchObject({ end_reason: "max_duration" });
  });

  test.each([
    [true, "transferred"],
    [false, null],
  ])(
    "with hangup_on_transfer %s, a tool that transfers ends with %s",
    async (hangup_on_transfer, end_reason) => {
      const { id } = await simulationWith({ hangup_on_transfer });
      const { simulation_result_ids } = await startRun(acme, { simulation_id: id });
      const [result = ""] = simulation_result_ids;
      const looked = await say(result, { type: "tool_call", name: "find_order" });
      expect(looked.body.end_conversation).toBe(false);
      const { body } = await say(result, { type: "tool_call", name: "transfer_to_human" });
      expect(body.end_conversation).toBe(hangup_on_transfer);
      expect(await conversationOf(acme, result)).toMatchObject({ end_reason });
    },
  );

  test("select the metrics, and how many of them have to be met", async () => {
    const rules = (word: string) => ({ scoring_guidance: `@rules\npass when agent says "${word}"` });
    const metrics = [
      await makeMetric(acme, { name: "One", ...rules("hello") }),
      await makeMetric(acme, { name: "Two", ...rules("clinic") }),
      await makeMetric(acme, { name: "Three", ...rules("never") }),
    ];
    const selected_custom_metrics = metrics.map((metric) => metric.id);
    const { id, agent_id } = await simulationWith({ selected_custom_metrics }, 1, {
      success_criteria: '@rules\npass when agent says "hello"',
    });
    await makeMetric(acme, { name: "Metric of the agent", agent_ids: [agent_id], ...rules("nothing") });
    const outcomeWith = async (settings: object) => {
      await acme("PUT", `/v1/simulation/${id}`, {
        custom_metrics_passing_threshold: null,
        custom_metrics_failing_threshold: null,
        ...settings,
      });
      const { simulation_result_ids } = await startRun(acme, { simulation_id: id });
      const [result = ""] = simulation_result_ids;
      await say(result, { message: "Hello, clinic speaking.", end_conversation: true });
      return settled(result);
    };
    const strict = await outcomeWith({});
    expect(strict).toMatchObject({ outcome: "failed", criteria: { failed: ["Three"] } });
    expect(strict.evaluation?.verdicts.map(({ name }) => name)).not.toContain("Metric of the agent");
    expect(await outcomeWith({ custom_metrics_passing_threshold: 60 })).toMatchObject({
      outcome: "passed",
      criteria: { held: ["Success criteria", "Custom metrics"], failed: [] },
    });
    expect(await outcomeWith({ custom_metrics_failing_threshold: 66 })).toMatchObject({ outcome: "passed" });
    expect(await outcomeWith({ custom_metrics_passing_threshold: 70 })).toMatchObject({ outcome: "failed" });
    expect(
      await outcomeWith({ custom_metrics_passing_threshold: 90, custom_metrics_failing_threshold: 40 }),
    ).toMatchObject({ outcome: "incompleted", outcome_reason: expect.stringContaining("2 of 3 met") });
  });
});

describe("digital humans of a simulation", () => {
  test("join once and leave, and stay themselves", async () => {
    const { id } = await simulationWith({}, 0);
    const humans = [await makeDigitalHuman(acme), await makeDigitalHuman(acme)];
    const [one = 0, other = 0] = humans.map((human) => human.id);
    const add = (ids: number[], calls = acme) =>
      calls("POST", `/v1/simulation/${id}/add-digital-humans`, { digital_human_ids: ids });
    const remove = (ids: number[], calls = acme) =>
      calls("POST", `/v1/simulation/${id}/remove-digital-humans`, { digital_human_ids: ids });
    const members = async () => (await acme("GET", `/v1/simulation/${id}`)).body.digital_human_ids;

    const added = await add([one, other, one]);
    expectAnswer("add_digital_humans", added);
    expect(added.body.message).toBe(`2 digital humans were added to simulation ${id}`);
    expect((await add([one])).body.message).toMatch(/^0 digital humans were added/);
    expect(await members()).toEqual([one, other]);
    const removed = await remove([one, 999_999]);
    expectAnswer("remove_digital_humans", removed);
    expect(removed.body.message).toBe(`1 digital human was removed from simulation ${id}`);
    expect(await members()).toEqual([other]);
    expect((await acme("GET", `/v1/digital-human/${one}`)).status).toBe(200);

    expectRefusal(await add([one, 999_999]), 404, /digital human 999999 not found/);
    expect(await members()).toEqual([other]);
    for (const change of [add, remove]) expectRefusal(await change([one], rival), 404, /not found/);
  });

  test("do not join where a trait is a SIP header and the agent is not reached over SIP", async () => {
    const { id } = await simulationWith({}, 0);
    const human = await makeDigitalHuman(acme, { traits: [{ trait_name: "Tier", is_sip_header: true }] });
    const body = { digital_human_ids: [human.id] };
    expectRefusal(await acme("POST", `/v1/simulation/${id}/add-digital-humans`, body), 400, /sip_uri/);
  });
});

describe("GET /v1/get-simulations-by-agent/{agent_id}", () => {
  test("lists only those of the agent", async () => {
    const { id, agent_id } = await simulationWith({ name: "Mine" });
    await simulationWith({ name: "Another's" });
    const reply = await acme("GET", `/v1/get-simulations-by-agent/${agent_id}`);
    expectAnswer("list_simulations_by_agent", reply);
    expect(reply.body.simulations).toMatchObject([{ id, name: "Mine" }]);
    expectRefusal(await rival("GET", `/v1/get-simulations-by-agent/${agent_id}`), 404, /agent \d+ not found/);
  });
});

describe("DELETE /v1/simulation/{simulation_id}", () => {
  test("deletes it with its runs, and not while one is in progress", async () => {
    const { simulation_id, result_ids, digital_human_id } = await makeConversations(acme, 2);
    const path = `/v1/simulation/${simulation_id}`;
    expectRefusal(await rival("DELETE", path), 404, /not found/);
    expectRefusal(await acme("DELETE", path), 409, /run \d+ of simulation \d+ is in progress/);
    await acme("POST", "/v1/end-conversations", { test_result_ids: result_ids });
    await expect.poll(async () => (await runOf(acme, simulation_id))?.status).not.toBe("RUNNING");
    const reply = await acme("DELETE", path);
    expectAnswer("delete_simulation", reply);
    expect(reply.body.deleted_simulation_id).toBe(simulation_id);
    expectRefusal(await acme("GET", path), 404, /not found/);
    expectRefusal(await acme("GET", `/v1/retrieve-simulation-result/${result_ids[0]}`), 404, /not found/);
    expect((await acme("GET", `/v1/digital-human/${digital_human_id}`)).status).toBe(200);
  });
});
