import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import {
  makeAgent,
  makeCall,
  makeDigitalHuman,
  makeMetric,
  makeSimulation,
  PATIENT,
  startRun,
} from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const UNKNOWN = "00000000-0000-4000-8000-000000000007";
const LAB = "/v1/metrics-lab/lab";

const absent = (noun: string, id: string) => new RegExp(`^${noun} ${id} not found$`);

const create = (body: object = {}, calls = acme) =>
  calls("POST", LAB, { name: "Tone", conversations: [], metric_ids: [], ...body });
const makeLab = async (body: object = {}): Promise<string> => `${LAB}/${(await create(body)).body.id}`;

let number = 0;
const callOf = async (calls = acme, agent = "101") =>
  (await makeCall(calls, agent, `lab-${number++}`)).call_id;

async function resultOf(): Promise<number> {
  const { agent_id } = await makeAgent(acme);
  const simulation = await makeSimulation(acme, { agent_id });
  await makeDigitalHuman(acme, { ...PATIENT, silence_timeout: 600 }, [simulation.id]);
  const run = await startRun(acme, { simulation_id: simulation.id });
  return Number(run.simulation_result_ids[0]);
}

describe("POST /v1/metrics-lab/lab", () => {
  test("creates a lab, which PUT renames", async () => {
    const metric = await makeMetric(acme);
    const reply = await create({
      tags: ["beta"],
      conversations: [{ call_id: await callOf() }, { test_result_id: await resultOf() }],
      metric_ids: [metric.id],
    });
    expectAnswer("create_lab", reply);
    expect(reply.body).toMatchObject({ name: "Tone", description: null, updated_at: null, tags: ["beta"] });

    const path = `${LAB}/${reply.body.id}`;
    const renamed = await acme("PUT", path, { name: null, description: "By day" });
    expectAnswer("update_lab", renamed);
    expect(renamed.body).toMatchObject({
      ...reply.body,
      description: "By day",
      updated_at: expect.any(String),
    });
    expectRefusal(await acme("PUT", path, {}), 400, /nothing to change/);
  });

  test("stores nothing if a conversation or a metric does not exist, and names it", async () => {
    expectRefusal(await create({ conversations: [{ call_id: UNKNOWN }] }), 404, absent("call", UNKNOWN));
    expectRefusal(
      await create({ conversations: [{ test_result_id: 987654 }] }),
      404,
      absent("simulation result", "987654"),
    );
    expectRefusal(await create({ metric_ids: [UNKNOWN] }), 404, absent("custom metric", UNKNOWN));
    const foreign = await callOf(rival, "202");
    expectRefusal(await create({ conversations: [{ call_id: foreign }] }), 404, absent("call", foreign));
  });

  test("wants one id for a conversation", async () => {
    const place = ["body", "conversations", "0", "call_id"];
    expectFault(await create({ conversations: [{}] }), place, "value_error");
    const both = { call_id: await callOf(), test_result_id: await resultOf() };
    expectRefusal(await create({ conversations: [both] }), 400, /either call_id or test_result_id/);
  });
});

describe("the conversations of a lab", () => {
  test("are added once, however often they are named, and removed", async () => {
    const path = await makeLab();
    const [one, other, result] = [await callOf(), await callOf(), await resultOf()];
    const add = (...conversations: object[]) => acme("POST", `${path}/conversations`, { conversations });
    const added = await add(
      { call_id: one },
      { call_id: one.toUpperCase() },
      { test_result_id: `${result}` },
    );
    expectAnswer("add_lab_conversations", added);
    expect(added.body).toMatchObject({
      ...{ added_count: 2, skipped_count: 1 },
      added_conversation_ids: [
        { call_id: one, test_result_id: null },
        { call_id: null, test_result_id: result },
      ],
    });
    const again = await add({ call_id: one }, { call_id: other });
    expect(again.body).toMatchObject({ added_count: 1, skipped_count: 1 });

    const remove = (...conversations: object[]) =>
      acme("DELETE", `${path}/conversations`, { lab_id: path.split("/").at(-1), conversations });
    const removed = await remove({ call_id: one }, { test_result_id: result }, { call_id: UNKNOWN });
    expectAnswer("remove_lab_conversations", removed);
    expect(removed.body).toMatchObject({ removed_count: 2, skipped_count: 1 });
    expect((await add({ call_id: one })).body.added_count).toBe(1);
    expect((await acme("GET", `/v1/retrieve-call-log/${one}`)).status).toBe(200);
  });

  test("leave it when they are deleted", async () => {
    const path = await makeLab();
    const call_id = await callOf();
    const conversations = [{ call_id }];
    expect((await acme("POST", `${path}/conversations`, { conversations })).body.added_count).toBe(1);
    await expect
      .poll(async () => (await acme("DELETE", `/v1/call-log/${call_id}`)).status, { timeout: 20_000 })
      .toBe(200);
    const removed = await acme("DELETE", `${path}/conversations`, { conversations });
    expect(removed.body).toMatchObject({ removed_count: 0, skipped_count: 1 });
    expectRefusal(await acme("POST", `${path}/conversations`, { conversations }), 404, /call .* not found/);
  });

  test("the lab in the body cannot be another", async () => {
    const path = await makeLab();
    const body = { lab_id: UNKNOWN, conversations: [{ call_id: await callOf() }] };
    expectRefusal(await acme("POST", `${path}/conversations`, body), 400, /the path names lab/);
  });
});

describe("the metrics of a lab", () => {
  test("are added once, and leave it when they are deleted", async () => {
    const path = await makeLab();
    const [one, other] = [await makeMetric(acme), await makeMetric(acme)];
    const add = (...metric_ids: string[]) => acme("POST", `${path}/metrics`, { metric_ids });
    const added = await add(one.id, one.id);
    expectAnswer("add_lab_metrics", added);
    expect(added.body).toMatchObject({
      ...{ added_count: 1, skipped_count: 1, added_metric_ids: [one.id] },
      ...{ evaluation_triggered: false, evaluation_count: null },
    });
    expectRefusal(await add(other.id, UNKNOWN), 404, absent("custom metric", UNKNOWN));
    // Nothing was added by the request that was refused.
    expect((await add(other.id)).body.added_count).toBe(1);
    expect((await acme("DELETE", `/v1/custom-metric/${one.id}`)).status).toBe(200);
    expectRefusal(await add(one.id), 404, /custom metric/);
  });
});

describe("the settings of a lab", () => {
  test("are kept as they are given, and the others stay", async () => {
    const path = await makeLab();
    const fuzzy_alignment = { tone: { tolerance: 0.5, words: ["warm", null] } };
    const reply = await acme("PUT", `${path}/settings`, { fuzzy_alignment });
    expectAnswer("update_lab_settings", reply);
    expect(reply.body.success).toBe(true);
    await acme("PUT", `${path}/settings`, { votes: 3 });
    const shown = await acme("PUT", path, { name: "Voice" });
    expect(shown.body).toMatchObject({ name: "Voice", settings: { fuzzy_alignment, votes: 3 } });
  });
});

test("a deleted lab is gone, and what was in it is kept", async () => {
  const call_id = await callOf();
  const { id: metric_id } = await makeMetric(acme);
  const path = await makeLab({ conversations: [{ call_id }], metric_ids: [metric_id] });
  const reply = await acme("DELETE", path);
  expectAnswer("delete_lab", reply);
  expect(reply.body.deleted_lab_id).toBe(path.split("/").at(-1));
  expectRefusal(await acme("DELETE", path), 404, /metrics lab .* not found/);
  expect((await acme("GET", `/v1/retrieve-call-log/${call_id}`)).status).toBe(200);
  expect((await acme("GET", `/v1/custom-metric/${metric_id}`)).status).toBe(200);
});

test("another organization's lab does not exist", async () => {
  const path = await makeLab();
  const conversations = [{ call_id: await callOf(rival, "202") }];
  for (const [method, at, body] of [
    ["PUT", path, { name: "Taken" }],
    ["DELETE", path, undefined],
    ["POST", `${path}/conversations`, { conversations }],
    ["DELETE", `${path}/conversations`, { conversations }],
    ["POST", `${path}/metrics`, { metric_ids: [(await makeMetric(rival)).id] }],
    ["PUT", `${path}/settings`, { votes: 1 }],
  ] as const)
    expectRefusal(await rival(method, at, body), 404, /metrics lab .* not found/);
});
