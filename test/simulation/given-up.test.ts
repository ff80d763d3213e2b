/** Conversations of a run during whose evaluation the service died too often. */
import { afterAll, expect, test } from "vitest";
import { DigitalHumanCreate } from "../../src/contract/schemas/index.ts";
import { countJobs, listSetAside, retryJobs } from "../../src/service/administration/jobs.ts";
import { onAgentTurn } from "../../src/service/domain/conversations/agent-turn.ts";
import { requireConversation } from "../../src/service/domain/conversations/conversation.ts";
import { endConversations } from "../../src/service/domain/conversations/end.ts";
import { addMessage } from "../../src/service/domain/conversations/entries.ts";
import { requireResult } from "../../src/service/domain/conversations/results.ts";
import { insertDigitalHuman } from "../../src/service/domain/digital-humans/insert.ts";
import { queueRun } from "../../src/service/domain/runs/queue.ts";
import { insertSimulation } from "../../src/service/domain/simulations/insert.ts";
import type { JobWorkers } from "../../src/service/jobs/jobs.ts";
import type { Service } from "../../src/service/service.ts";
import { workers } from "../../src/service/workers.ts";
import { useStore } from "../support/store.ts";

const { service, clock, organizationId } = await useStore();
const { db } = service;
const failures: unknown[] = [];
const start = (doing: JobWorkers<Service>) =>
  service.jobs.start(service, doing, (error) => failures.push(error));
afterAll(() => service.outbound.close());

/** Evaluates nothing until it is stopped. */
const hanging: JobWorkers<Service> = {
  ...workers,
  evaluate_result: {
    ...workers.evaluate_result,
    run: (_, __, { signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  },
};

test("are inconclusive with the reason, and evaluated after all once they are put back", async () => {
  const organization_id = await organizationId();
  const simulation = await insertSimulation(db, service, organization_id, {
    name: "Smoke",
    agent_id: 101,
    opening_patience_ms: 0,
  });
  const human = DigitalHumanCreate.parse({
    intent: "I want a refund.",
    success_criteria: '@rules\npass when agent says "refund"',
  });
  await insertDigitalHuman(db, service, organization_id, human, { simulation_ids: [simulation.id] });
  const { simulation_result_ids } = await service.write((transaction) =>
    queueRun(transaction, service, organization_id, { simulation_id: simulation.id }),
  );
  const [id = ""] = simulation_result_ids;
  const result = () => requireResult(db, organization_id, id);
  const run = () => db.selectFrom("simulation_run").selectAll().executeTakeFirstOrThrow();
  const jobOfResult = () =>
    db.selectFrom("job").selectAll().where("kind", "=", "evaluate_result").executeTakeFirst();

  const stop = start(hanging);
  await service.write(async (transaction) => {
    const conversation = await requireConversation(transaction, organization_id, id);
    await addMessage(
      transaction,
      conversation,
      { message: "Your refund is made.", message_id: null },
      clock.at,
    );
    await onAgentTurn(transaction, service, conversation, clock.at);
    await endConversations(transaction, service, [Number(id)], "agent_ended", clock.at);
  });
  await expect.poll(async () => (await jobOfResult())?.unfinished).toBe(1);
  expect(
    (await countJobs({ ...service, dialect: "sqlite" })).find(({ kind }) => kind === "evaluate_result"),
  ).toEqual({
    kind: "evaluate_result",
    waiting: 0,
    running: 1,
    set_aside: 0,
  });
  await stop();
  // A stop is not a crash.
  expect((await jobOfResult())?.unfinished).toBe(0);

  await db.updateTable("job").set({ unfinished: 3 }).where("kind", "=", "evaluate_result").execute();
  const stopAll = start(workers);
  await expect.poll(async () => (await result()).outcome).toBe("incompleted");
  expect(await result()).toMatchObject({
    status: "INCOMPLETED",
    outcome_reason: expect.stringMatching(/^evaluation_given_up: the process died 3 times/),
  });
  expect(await run()).toMatchObject({ status: "INCOMPLETED", tests_incompleted: 1, tests_completed: 0 });
  const [aside] = await listSetAside({ db });
  expect(aside).toMatchObject({ kind: "evaluate_result", simulation_result_id: Number(id), crashes: 3 });

  await retryJobs({ ...service, dialect: "sqlite" }, [aside?.id ?? 0]);
  await expect.poll(async () => (await result()).outcome).toBe("passed");
  expect(await run()).toMatchObject({ status: "COMPLETED", tests_incompleted: 0, tests_passed: 1 });
  expect(await listSetAside({ db })).toEqual([]);
  await stopAll();
  expect(failures).toEqual([]);
}, 60_000);
