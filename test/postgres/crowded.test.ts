/**
 * Many jobs with PostgreSQL: waiting ones do not slow down taking the next one, and none waits long while
 * there is room.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { JobWorkers } from "../../src/service/jobs/jobs.ts";
import { takeFree } from "../../src/service/jobs/shared.ts";
import type { Service } from "../../src/service/service.ts";
import { workers } from "../../src/service/workers.ts";
import { randomOf } from "../support/random.ts";
import { useStore } from "../support/store.ts";

const WAITING = 100_000;
const TAKEN = 4;

/** How long a job takes that only waits for something else, and how many run at once. */
const WORK_MS = 50;
const SIDE_BY_SIDE = 4;
const LOAD = 0.8;
const LOADED_MS = 8000;
const AGE_MAXIMUM_MS = 1000;

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("jobs over PostgreSQL", async () => {
  const { service } = await useStore();

  test(`${WAITING} jobs that wait do not slow down who takes the next`, async () => {
    await sql`
      insert into job (kind, payload, due_at, attempts)
      select 'evaluate_call', '{}', '1970-01-01T00:00:00.000Z', 0 from generate_series(1, ${WAITING})`.execute(
      service.db,
    );
    const read = await service.db.transaction().execute(async (transaction) => {
      const wanted = {
        kind: "evaluate_call",
        now: "2030-01-01T00:00:00.000Z",
        room: TAKEN,
        running: [],
        full: [],
      } as const;
      for (let claim = 0; claim < 10; claim++)
        expect(await takeFree(transaction, [1 + claim], wanted)).toHaveLength(TAKEN);
      const { rows } = await sql<{ read: number }>`
        select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'job'`.execute(
        transaction,
      );
      return rows[0]?.read;
    });
    // Jobs held by others are skipped.
    expect(read).toBeLessThan(1000);
    await sql`truncate job`.execute(service.db);
  });

  let stop = async () => {};
  afterAll(() => stop());

  /** This is a promise about time: the p99 of the oldest waiting job's age is below a second at 80% load. */
  test("no job waits for a second at four fifths of the capacity", async () => {
    const added = new Map<string, number>();
    let done = 0;
    const deliver_webhook: JobWorkers<Service>["deliver_webhook"] = {
      concurrency: SIDE_BY_SIDE,
      async run({ delivery_id }) {
        added.delete(delivery_id);
        await sleep(WORK_MS);
        done++;
        return {};
      },
    };
    stop = service.jobs.start(service, { ...workers, deliver_webhook }, (error) =>
      expect.fail(String(error)),
    );
    let count = 0;
    const add = (number: number) => {
      const jobs = Array.from({ length: number }, () => {
        const delivery_id = String(count++);
        added.set(delivery_id, performance.now());
        return { kind: "deliver_webhook", payload: { delivery_id } } as const;
      });
      return service.write((transaction) => service.jobs.add(transaction, jobs));
    };
    const allDone = () => expect.poll(() => done, { interval: 20 }).toBe(count);

    const began = performance.now();
    await add(100);
    await allDone();
    const between_ms = (performance.now() - began) / count / LOAD;

    const random = randomOf(1);
    const ages: number[] = [];
    const looking = setInterval(() => {
      const [oldest] = added.values();
      ages.push(oldest === undefined ? 0 : performance.now() - oldest);
    }, 20);
    const adding: Promise<void>[] = [];
    const end = performance.now() + LOADED_MS;
    for (let next = performance.now(); next < end; ) {
      // They arrive at random times.
      next += -Math.log(1 - random()) * between_ms;
      await sleep(Math.max(0, next - performance.now()));
      adding.push(add(1));
    }
    clearInterval(looking);
    await Promise.all(adding);
    await allDone();
    const p99 = ages.sort((one, other) => one - other)[Math.floor(ages.length * 0.99)] ?? 0;
    process.stdout.write(
      `${count} jobs, one in ${Math.round(between_ms)} ms; oldest at p99: ${Math.round(p99)} ms\n`,
    );
    expect(p99).toBeLessThan(AGE_MAXIMUM_MS);
  });
});
