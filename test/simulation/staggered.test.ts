/** Callers of a load test do not all call at once, with a clock set by the test. */
import { afterAll, expect, test } from "vitest";
import { DigitalHumanCreate } from "../../src/contract/schemas/index.ts";
import { openConversations } from "../../src/service/domain/conversations/open.ts";
import { insertDigitalHuman } from "../../src/service/domain/digital-humans/insert.ts";
import { queueRun } from "../../src/service/domain/runs/queue.ts";
import { insertSimulation } from "../../src/service/domain/simulations/insert.ts";
import { useStore } from "../support/store.ts";

const { service, clock, organizationId } = await useStore();
const { db } = service;
const BEGIN = Date.parse("2025-03-01T10:00:00.000Z");
afterAll(() => service.outbound.close());

test("a conversation opens when its digital human is to call, not before", async () => {
  clock.at = new Date(BEGIN);
  const organization_id = await organizationId();
  const simulation = await insertSimulation(db, service, organization_id, {
    name: "Load",
    agent_id: 101,
    opening_patience_ms: 0,
  });
  for (const start_offset_ms of [0, 2000, 4000, "soon", -1, Number.MAX_VALUE]) {
    const human = DigitalHumanCreate.parse({ intent: "A refund.", generation: { start_offset_ms } });
    await insertDigitalHuman(db, service, organization_id, human, { simulation_ids: [simulation.id] });
  }
  const run = await queueRun(db, service, organization_id, { simulation_id: simulation.id });
  const statuses = async () =>
    (await db.selectFrom("simulation_result").select("status").orderBy("id").execute()).map(
      ({ status }) => status,
    );
  const jobs = await db.selectFrom("job").selectAll().where("kind", "=", "open_conversations").execute();
  expect(jobs.map(({ due_at }) => Date.parse(due_at) - BEGIN)).toEqual([2000, 4000]);
  expect(await statuses()).toEqual(["RUNNING", "QUEUED", "QUEUED", "RUNNING", "RUNNING", "RUNNING"]);

  clock.at = new Date(BEGIN + 2000);
  const { signal } = new AbortController();
  const payload = { simulation_run_id: run.simulation_run_id };
  const { commit } = await openConversations.run(payload, service, { attempt: 1, signal });
  await service.write(async (transaction) => commit?.(transaction));
  expect(await statuses()).toEqual(["RUNNING", "RUNNING", "QUEUED", "RUNNING", "RUNNING", "RUNNING"]);
});
