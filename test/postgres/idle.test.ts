/** Idle services that share a database: they query nothing, but learn at once of new work. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { type DatabaseTap, tapDatabase } from "../support/database-tap.ts";
import { makeCall } from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import type { Served } from "../support/served.ts";
import { callsWith } from "../support/service.ts";
import { useSharedDatabase } from "../support/shared-database.ts";

const IDLE_MS = 5000;
const NOBODY = "postgres://postgres@127.0.0.1:1/nobody";

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("services without work", () => {
  const shared = useSharedDatabase(useCli());
  const receiver = useReceiver();
  const ended: (() => void)[] = [];
  afterAll(() => {
    for (const end of ended) end();
  });
  const seed = () => ({
    kind: "Seed",
    organizations: [
      {
        name: "acme",
        api_key: "pk_acme",
        agents: [{ id: 101, name: "Front desk" }],
        webhooks: [{ url: receiver.url("/hook"), secret: "whsec_test" }],
      },
    ],
  });
  let tap: DatabaseTap;
  let api: Served;
  let workers: Served[];
  const evaluated = async (trace_id: string) => {
    const before = receiver.requests().length;
    await makeCall(callsWith(api.url, "pk_acme"), "101", trace_id);
    await expect.poll(() => receiver.requests().length).toBe(before + 1);
  };

  test("ask nothing, one of them or three, until a job is added", async () => {
    api = await shared.start(seed(), "--role", "api");
    tap = await tapDatabase(shared.url());
    ended.push(tap.close);
    workers = [await shared.startAt(tap.url, seed())];
    for (const count of [1, 3]) {
      while (workers.length < count) workers.push(await shared.startAt(tap.url, seed()));
      // After a job is done, no process looks for it.
      await evaluated(`before ${count}`);
      await expect.poll(() => heldJobs(shared.url())).toBe(0);
      // While one process has a job, the others look for it every two seconds, and the audit log is written
      // after one.
      await sleep(3000);
      tap.reset();
      await sleep(IDLE_MS);
      // One connection of each service sends an empty statement from time to time, to show that it is alive.
      expect(tap.statements(), `${count} services`).toBeLessThanOrEqual(count);
      await evaluated(`after ${count}`);
      expect(tap.statements()).toBeGreaterThan(0);
    }
  });

  test("find work that was added unannounced while their connections were broken", async () => {
    // A delivery that is not recorded yet would be made again.
    await expect.poll(() => heldJobs(shared.url())).toBe(0);
    const lost = receiver.requests().length;
    tap.moveTo(NOBODY);
    await makeCall(callsWith(api.url, "pk_acme"), "101", "lost");
    // If it were not lost, it would be done by now.
    await sleep(1000);
    expect(receiver.requests().length).toBe(lost);
    tap.moveTo(shared.url());
    await expect.poll(() => receiver.requests().length).toBe(lost + 1);
  });

  test("hold no lock and no transaction while they wait for another service", async () => {
    receiver.answer("hang");
    await evaluated("slow");
    await expect.poll(() => heldJobs(shared.url())).toBe(1);
    const database = new pg.Client({ connectionString: shared.url() });
    await database.connect();
    // At any moment a service may be in a statement that looks for work, for a moment.
    const open = () =>
      database.query(
        "select query from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()",
      );
    await expect.poll(async () => (await open()).rows).toEqual([]);
    const held = () => database.query("select 1 from job where worker is not null for update nowait");
    const rows = () =>
      held().then(
        (result) => result.rows.length,
        (error) => error.message,
      );
    await expect.poll(rows).toBe(1);
    await database.end();
  });
});

async function heldJobs(database_url: string): Promise<number> {
  const database = new pg.Client({ connectionString: database_url });
  await database.connect();
  const { rows } = await database.query("select 1 from job where worker is not null");
  await database.end();
  return rows.length;
}
