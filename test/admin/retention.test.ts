/** What a service with --retain deletes, and what it keeps. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openStore, type Store } from "../../src/service/store/store.ts";
import { useCli } from "../support/cli.ts";
import { dataUrl, fixture } from "../support/evaluations.ts";
import { makeCall, makeConversations, makeMetric, makePrompts, runOf } from "../support/make.ts";
import { usePlace } from "../support/place.ts";
import { DESK_SEED } from "../support/seeds.ts";
import { type Calls, callsWith } from "../support/service.ts";

const parley = useCli();
const WHEN = { interval: 100 };
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const makeRecorded = async (acme: Calls, created_at: string): Promise<string> => {
  const { body } = await acme("POST", "/v1/evaluate", {
    agent_id: "101",
    start_time_utc: "2026-01-01T12:00:00Z",
    created_at,
    participants: [{ role: "AGENT" }, { role: "USER" }],
    recording_base64: dataUrl(fixture("recordings/booking.wav")),
  });
  return body.call_id;
};

const statusesOf = async (acme: Calls) => {
  const { call_logs } = (await acme("GET", "/v1/retrieve-call-logs/101?page_size=200")).body;
  return new Set(call_logs.map(({ status }: { status: string }) => status));
};

describe("parley serve --retain", () => {
  const place = usePlace(parley);
  const recordings = () => readdirSync(join(place.folder, "recordings"));
  const inStore = async <T>(work: (db: Store["db"]) => Promise<T>) => {
    const { db } = await openStore(place.store());
    return work(db).finally(() => db.destroy());
  };
  const count = (table: string) =>
    inStore(async (db) => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from ${sql.table(table)}`.execute(db);
      return Number(rows[0]?.count);
    });

  test("deletes old, finished data with everything that belongs to it, and keeps the rest", async () => {
    const first = await place.serve(DESK_SEED);
    const acme = callsWith(first.url, "pk_test_acme");
    const old = await makeRecorded(acme, daysAgo(91));
    const young = await makeRecorded(acme, daysAgo(89));
    await makePrompts(acme, "/v1/agents/101", ["production"], []);
    await makeMetric(acme);
    const oldRun = await makeConversations(acme, 3);
    const youngRun = await makeConversations(acme, 2);
    const openRun = await makeConversations(acme, 1);
    for (const { result_ids } of [oldRun, youngRun])
      await acme("POST", "/v1/end-conversations", { test_result_ids: result_ids });
    await expect.poll(() => statusesOf(acme), WHEN).toEqual(new Set(["COMPLETED"]));
    for (const { simulation_id } of [oldRun, youngRun])
      await expect.poll(async () => (await runOf(acme, simulation_id))?.status, WHEN).toMatch(/COMPLETED/);
    await first.stop("SIGTERM");

    await inStore(async (db) => {
      const ids = [oldRun.run_id, openRun.run_id];
      await sql`update simulation_run set created_at = ${daysAgo(100)} where id in (${sql.join(ids)})`.execute(
        db,
      );
      await sql`update webhook_delivery set created_at = ${daysAgo(100)}`.execute(db);
      const finished = sql`update webhook_delivery set status = 'FAILED' where event = 'simulation_ended'`;
      await finished.execute(db);
    });
    const pending = await inStore(async (db) =>
      Number(
        (
          await db
            .selectFrom("webhook_delivery")
            .select(({ fn }) => fn.countAll().as("count"))
            .where("status", "=", "PENDING")
            .executeTakeFirstOrThrow()
        ).count,
      ),
    );
    const [agents, metrics, prompts] = [
      await count("agent"),
      await count("custom_metric"),
      await count("prompt_version"),
    ];

    const second = await place.serve(undefined, "--retain", "90d");
    const again = callsWith(second.url, "pk_test_acme");
    await expect
      .poll(async () => (await again("GET", `/v1/retrieve-call-log/${old}`)).status, WHEN)
      .toBe(404);
    await expect.poll(() => recordings().length, WHEN).toBe(1);
    await expect.poll(async () => (await runOf(again, oldRun.simulation_id)) ?? null, WHEN).toBeNull();
    for (const path of [
      `/v1/retrieve-simulation-results/${oldRun.run_id}`,
      `/v1/retrieve-simulation-result/${oldRun.result_ids[0]}`,
      `/v1/replay-simulation-result/${oldRun.result_ids[0]}`,
    ])
      expect((await again("GET", path)).status, path).toBe(404);

    const left = (await again("GET", "/v1/retrieve-call-logs/101")).body;
    expect(left).toMatchObject({ total_count: 1, call_logs: [{ id: young }] });
    expect((await again("POST", `/v1/rerun-evaluation/${young}`)).status).toBeLessThan(500);
    const { simulation_results, total } = (
      await again("GET", `/v1/retrieve-simulation-results/${youngRun.run_id}`)
    ).body;
    expect([simulation_results.length, total]).toEqual([2, 2]);
    expect((await runOf(again, youngRun.simulation_id))?.total_tests).toBe(2);
    expect((await runOf(again, openRun.simulation_id))?.status).toBe("RUNNING");
    await second.stop("SIGTERM");

    expect(await count("simulation_result")).toBe(3);
    expect(await count("agent")).toBe(agents);
    expect(await count("custom_metric")).toBe(metrics);
    expect(await count("prompt_version")).toBe(prompts);
    expect(await count("webhook_delivery")).toBeGreaterThanOrEqual(pending);
    const ended = await inStore((db) =>
      db.selectFrom("webhook_delivery").select("id").where("event", "=", "simulation_ended").execute(),
    );
    expect(ended).toEqual([]);
  }, 90_000);

  test("killed half way leaves no recording without its call and no call without its recording", async () => {
    const first = await place.serve(DESK_SEED);
    const acme = callsWith(first.url, "pk_test_acme");
    for (let made = 0; made < 130; made++) await makeRecorded(acme, daysAgo(91));
    await expect.poll(() => statusesOf(acme), { interval: 300 }).toEqual(new Set(["COMPLETED"]));
    await first.stop("SIGTERM");
    await inStore((db) => db.deleteFrom("job").where("kind", "=", "delete_expired").execute());
    const before = recordings().length;
    const killed = await place.serve(undefined, "--retain", "90d");
    await expect.poll(() => recordings().length, { interval: 1 }).toBeLessThan(before);
    await killed.stop("SIGKILL");

    const { owned, promised } = await inStore(async (db) => {
      const calls = await db.selectFrom("call").select("recording_key").execute();
      const jobs = await db.selectFrom("job").select("payload").where("kind", "=", "delete_blob").execute();
      return {
        owned: calls.map(({ recording_key }) => recording_key ?? ""),
        promised: new Set(jobs.map(({ payload }) => JSON.parse(payload).key)),
      };
    });
    const there = new Set(recordings());
    expect(owned.filter((key) => !there.has(key))).toEqual([]);
    expect([...there].filter((key) => !owned.includes(key) && !promised.has(key))).toEqual([]);

    const last = await place.serve(undefined, "--retain", "90d");
    await expect.poll(() => recordings().length, { interval: 100 }).toBe(1);
    await last.stop("SIGTERM");
    expect(await count("call")).toBe(1);
  }, 120_000);

  test("without the flag nothing is deleted", async () => {
    const first = await place.serve();
    const acme = callsWith(first.url, "pk_test_acme");
    const old = await makeRecorded(acme, daysAgo(1000));
    await makeCall(acme, "101", "t-1");
    await first.stop("SIGTERM");
    const second = await place.serve();
    expect((await callsWith(second.url, "pk_test_acme")("GET", `/v1/retrieve-call-log/${old}`)).status).toBe(
      200,
    );
    await second.stop("SIGTERM");
    expect(existsSync(join(place.folder, "recordings"))).toBe(true);
  });
});

test.each(["90", "0d", "1h", "-1d", "1.5d", "ninety", "99999d"])("--retain %s is refused", async (age) => {
  const { code, stderr } = await parley(["serve", "--memory", "--port", "0", `--retain=${age}`]);
  expect(stderr).toContain(`--retain must be 1d or more, in days or weeks, such as 90d or 12w, not "${age}"`);
  expect(code).toBe(2);
});
