/** When schedules start runs, with a clock set by the test. */
import { afterAll, beforeEach, expect, test } from "vitest";
import { DigitalHumanCreate } from "../../src/contract/schemas/index.ts";
import { insertDigitalHuman } from "../../src/service/domain/digital-humans/insert.ts";
import { insertSimulation } from "../../src/service/domain/simulations/insert.ts";
import { scheduleHandlers } from "../../src/service/handlers/schedules.ts";
import { workers } from "../../src/service/workers.ts";
import { useStore } from "../support/store.ts";

const { service, clock, organizationId } = await useStore();
const { db } = service;
const failures: unknown[] = [];
let stop = async () => {};
const start = () => {
  stop = service.jobs.start(service, workers, (error) => failures.push(error));
};
beforeEach(async () => {
  await stop();
  await db.deleteFrom("job").execute();
});
afterAll(async () => {
  await stop();
  await service.outbound.close();
  expect(failures).toEqual([]);
});

/** Starts the service at this time. */
async function upAt(time: string) {
  await stop();
  clock.at = new Date(time);
  start();
}

async function schedule(time: string, humans = 1) {
  clock.at = new Date(time);
  const organization_id = await organizationId();
  const call = { organization_id, key_id: "k", query: {}, params: {} };
  const { id } = await insertSimulation(db, service, organization_id, { name: "Nightly", agent_id: 101 });
  for (let made = 0; made < humans; made++)
    await insertDigitalHuman(db, service, organization_id, DigitalHumanCreate.parse({ name: "A" }), {
      simulation_ids: [id],
    });
  const body = {
    simulation_id: id,
    schedule: { frequency: "every_n_hours", interval: 1 },
    enabled: true,
  } as const;
  const made = await scheduleHandlers.create_schedule({ ...call, body }, service);
  const row = () => db.selectFrom("schedule").selectAll().where("id", "=", made.id).executeTakeFirstOrThrow();
  const runs = async () =>
    (
      await db.selectFrom("simulation_run").select("created_at").where("simulation_id", "=", id).execute()
    ).map(({ created_at }) => created_at);
  const change = (changed: object) =>
    scheduleHandlers.update_schedule({ ...call, params: { schedule_id: made.id }, body: changed }, service);
  return { row, runs, change };
}

test("a run begins when it is due, and the next is promised", async () => {
  const { row, runs } = await schedule("2026-03-01T10:20:00.000Z");
  await upAt("2026-03-01T10:59:59.000Z");
  expect(await runs()).toEqual([]);
  await upAt("2026-03-01T11:00:00.000Z");
  await expect.poll(runs).toEqual(["2026-03-01T11:00:00.000Z"]);
  expect(await row()).toMatchObject({
    last_run_at: "2026-03-01T11:00:00.000Z",
    next_run_at: "2026-03-01T12:00:00.000Z",
    last_error: null,
    last_simulation_run_id: expect.any(Number),
  });
});

test("times that were missed while the service was down are made up for by one run", async () => {
  const { row, runs } = await schedule("2026-03-01T10:20:00.000Z");
  await upAt("2026-03-02T09:30:00.000Z");
  await expect.poll(async () => (await row()).next_run_at).toBe("2026-03-02T10:00:00.000Z");
  expect(await runs()).toEqual(["2026-03-02T09:30:00.000Z"]);
  await upAt("2026-03-02T09:45:00.000Z");
  await upAt("2026-03-02T10:00:00.000Z");
  await expect.poll(runs).toHaveLength(2);
});

test("one that is switched off starts nothing, and on again it starts at its next time", async () => {
  const { row, runs, change } = await schedule("2026-03-01T10:20:00.000Z");
  await change({ enabled: false });
  clock.at = new Date("2026-03-01T13:10:00.000Z");
  await change({ enabled: true });
  expect((await row()).next_run_at).toBe("2026-03-01T14:00:00.000Z");
  await upAt("2026-03-01T13:30:00.000Z");
  await expect
    .poll(() => db.selectFrom("job").select("due_at").where("kind", "=", "run_schedule").execute())
    .toEqual([{ due_at: "2026-03-01T14:00:00.000Z" }]);
  expect(await runs()).toEqual([]);
});

test("a run that cannot start is reported, and tried again at the next time", async () => {
  const { row, runs } = await schedule("2026-03-01T10:20:00.000Z", 0);
  await upAt("2026-03-01T11:00:00.000Z");
  await expect.poll(async () => (await row()).last_error).toMatch(/the run has no digital humans/);
  expect(await row()).toMatchObject({
    next_run_at: "2026-03-01T12:00:00.000Z",
    last_simulation_run_id: null,
  });
  expect(await runs()).toEqual([]);
});
