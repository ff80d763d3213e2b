import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { DigitalHumanCreate } from "../../src/contract/schemas/index.ts";
import { type OUTCOMES, WEBHOOK_EVENTS } from "../../src/contract/values.ts";
import { endConversations } from "../../src/service/domain/conversations/end.ts";
import { settleResult } from "../../src/service/domain/conversations/settle.ts";
import { insertDigitalHuman } from "../../src/service/domain/digital-humans/insert.ts";
import { queueRun } from "../../src/service/domain/runs/queue.ts";
import { insertSimulation } from "../../src/service/domain/simulations/insert.ts";
import { useStore } from "../support/store.ts";

const { service, clock, organizationId } = await useStore();
const { db } = service;
beforeEach(() => db.deleteFrom("webhook_delivery").execute());
afterAll(() => service.outbound.close());

/** A run whose conversations have ended and wait for their evaluation. */
async function endedRun(num_runs: number) {
  const organization_id = await organizationId();
  const simulation = await insertSimulation(db, service, organization_id, {
    name: "Smoke",
    agent_id: 101,
    opening_patience_ms: 0,
  });
  const human = DigitalHumanCreate.parse({ intent: "I want a refund.", num_runs });
  await insertDigitalHuman(db, service, organization_id, human, { simulation_ids: [simulation.id] });
  const run = await queueRun(db, service, organization_id, { simulation_id: simulation.id });
  const ids = run.simulation_result_ids.map(Number);
  await endConversations(db, service, ids, "agent_ended", clock.at);
  return { run_id: run.simulation_run_id, ids };
}

const settle = (id: number | undefined, outcome: (typeof OUTCOMES)[number]) =>
  service.write((transaction) => settleResult(transaction, service, id ?? 0, { outcome, reason: "because" }));

const runOf = (id: number) =>
  db.selectFrom("simulation_run").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const resultOf = (id: number | undefined) =>
  db
    .selectFrom("simulation_result")
    .selectAll()
    .where("id", "=", id ?? 0)
    .executeTakeFirstOrThrow();

describe("a run", () => {
  test("counts each outcome and is COMPLETED with the last", async () => {
    const { run_id, ids } = await endedRun(3);
    await settle(ids[0], "passed");
    await settle(ids[1], "failed");
    expect(await runOf(run_id)).toMatchObject({
      status: "RUNNING",
      tests_passed: 1,
      tests_failed: 1,
      summary: "",
    });
    await settle(ids[2], "incompleted");
    expect(await runOf(run_id)).toMatchObject({
      status: "COMPLETED",
      total_tests: 3,
      tests_completed: 2,
      tests_incompleted: 1,
      summary: "3 conversations: 1 passed, 1 failed, 1 inconclusive",
    });
    expect(await resultOf(ids[0])).toMatchObject({
      status: "COMPLETED",
      outcome: "passed",
      outcome_reason: "because",
    });
    expect(await resultOf(ids[2])).toMatchObject({ status: "INCOMPLETED", outcome: "incompleted" });
  });

  test("is INCOMPLETED when none of its conversations could be evaluated", async () => {
    const { run_id, ids } = await endedRun(2);
    for (const id of ids) await settle(id, "incompleted");
    expect(await runOf(run_id)).toMatchObject({
      status: "INCOMPLETED",
      tests_completed: 0,
      tests_incompleted: 2,
    });
  });
});

test("settling twice changes nothing", async () => {
  const { run_id, ids } = await endedRun(2);
  await settle(ids[0], "passed");
  await settle(ids[0], "failed");
  expect(await runOf(run_id)).toMatchObject({ tests_passed: 1, tests_failed: 0, tests_completed: 1 });
});

test.each(["passed", "failed"] as const)(
  "%s is inconclusive if the digital human was did not keep to its record",
  async (outcome) => {
    const { run_id, ids } = await endedRun(1);
    const fidelity = {
      verdict: "simulator_invalid",
      infidelities: [{ reason: "fact_invented", turn: 2, detail: "B-7" }],
      asked_but_unknown: [],
    };
    await db
      .updateTable("simulation_result")
      .set({ report: JSON.stringify({ fidelity }) })
      .where("id", "=", ids[0] ?? 0)
      .execute();
    await settle(ids[0], outcome);
    expect(await resultOf(ids[0])).toMatchObject({
      outcome: "incompleted",
      outcome_reason: "the digital human did not keep to its record: fact_invented",
    });
    expect(await runOf(run_id)).toMatchObject({ tests_passed: 0, tests_failed: 0, tests_incompleted: 1 });
  },
);

test("each result is reported once to the webhooks, and the run once at its end", async () => {
  await db
    .insertInto("webhook")
    .values({
      id: service.newId(),
      organization_id: await organizationId(),
      tag: null,
      url: "http://127.0.0.1:9/hook",
      events: JSON.stringify(WEBHOOK_EVENTS),
      secret: "whsec_test",
      created_at: clock.at.toISOString(),
    })
    .execute();
  const { run_id, ids } = await endedRun(2);
  await settle(ids[0], "passed");
  await settle(ids[1], "failed");
  const sent = await db.selectFrom("webhook_delivery").select("body").orderBy("created_at").execute();
  const events = sent.map(({ body }) => JSON.parse(body));
  expect(events.map(({ type }) => type).sort()).toEqual([
    "simulation_ended",
    "simulation_ended",
    "simulation_result_evaluated",
    "simulation_result_evaluated",
    "simulation_run_ended",
  ]);
  const evaluated = events.filter(({ type }) => type === "simulation_result_evaluated");
  expect(evaluated).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        simulation_result_id: String(ids[0]),
        outcome: "passed",
        end_reason: "agent_ended",
      }),
      expect.objectContaining({ simulation_result_id: String(ids[1]), outcome: "failed" }),
    ]),
  );
  const [ended] = events.filter(({ type }) => type === "simulation_run_ended");
  expect(ended.simulation_run).toMatchObject({ id: run_id, status: "COMPLETED", tests_passed: 1 });
});
