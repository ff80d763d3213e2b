/**
 * Other processes are notified of added jobs right after the commit, outside of it. Here, each commit is held
 * up, as by a standby that does not confirm it. So everything in progress has been sent to the server, but
 * nothing has been answered.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres } from "../../scripts/postgres-server.mjs";
import { useCli } from "../support/cli.ts";
import { makeCall } from "../support/make.ts";
import { type Served, startService } from "../support/served.ts";
import { callsWith } from "../support/service.ts";

const AGENTS = [101, 102, 103, 104];
const SEED = {
  kind: "Seed",
  organizations: [
    { name: "acme", api_key: "pk_acme", agents: AGENTS.map((id) => ({ id, name: `Desk ${id}` })) },
  ],
};

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("who adds jobs", () => {
  const parley = useCli();
  const folder = mkdtempSync(join(tmpdir(), "parley-told-"));
  const running: Served[] = [];
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let database: pg.Client;
  beforeAll(async () => {
    server = await startPostgres({ is_durable: false });
    database = new pg.Client({ connectionString: server.url });
    await database.connect();
    await database.query("set synchronous_commit = local");
  });
  afterAll(async () => {
    for (const { process } of running) process.kill("SIGKILL");
    await database.end();
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(role: "api" | "worker"): Promise<Served> {
    const seed = join(folder, "seed.json");
    writeFileSync(seed, JSON.stringify(SEED));
    const place = ["--database-url", server.url, "--data", folder, "--seed", seed];
    const service = await startService(parley, ...place, "--role", role);
    running.push(service);
    return service;
  }

  async function waitForStandby(name: string): Promise<void> {
    await database.query(`alter system set synchronous_standby_names = '${name}'`);
    await database.query("select pg_reload_conf()");
    await expect
      .poll(async () => (await database.query("show synchronous_standby_names")).rows)
      .toEqual([{ synchronous_standby_names: name }]);
  }

  /** What the services' connections wait for whose message begins with a commit. */
  async function commits(): Promise<{ pid: number; wait_event: string | null }[]> {
    const { rows } = await database.query(
      `select pid, wait_event from pg_stat_activity
       where application_name = 'parley' and state = 'active' and query like 'commit%'`,
    );
    return rows;
  }
  const held = (count: number) =>
    expect
      .poll(async () => (await commits()).map(({ wait_event }) => wait_event))
      .toEqual(Array.from({ length: count }, () => "SyncRep"));

  const submit = ({ url }: Served, agent: number, trace_id: string) =>
    makeCall(callsWith(url, "pk_acme"), String(agent), trace_id);
  const completed = async (): Promise<number> =>
    (await database.query("select count(*)::int as count from call where status = 'COMPLETED'")).rows[0]
      .count;
  const waitingJobs = async (): Promise<number> =>
    (await database.query("select count(*)::int as count from job")).rows[0].count;

  test("does not wait for another's commit", async () => {
    const services = [await start("api"), await start("api"), await start("api"), await start("worker")];
    await waitForStandby("nobody");
    const calls = AGENTS.slice(0, 3).map((agent, turn) =>
      submit(services[turn] as Served, agent, `together ${agent}`),
    );
    await held(3);
    await waitForStandby("");
    await Promise.all(calls);
    await expect.poll(completed).toBe(3);
    await expect.poll(waitingJobs).toBe(0);
  });

  test("may be killed with SIGKILL between the commit and telling of it: the jobs are done at once", async () => {
    const [doomed] = running as [Served];
    await waitForStandby("nobody");
    const calls = AGENTS.map((agent) => submit(doomed, agent, `killed ${agent}`).catch(() => "broken"));
    await expect.poll(async () => (await commits()).length).toBeGreaterThan(0);
    await held((await commits()).length);
    await doomed.stop("SIGKILL");
    expect(await Promise.all(calls)).toEqual(AGENTS.map(() => "broken"));
    const before = await completed();
    await waitForStandby("");
    // No other process has added or seen a job, and none has been started.
    await expect.poll(completed).toBeGreaterThan(before);
    await expect.poll(waitingJobs).toBe(0);
    const { rows } = await database.query(
      "select count(*)::int as open from call where status <> 'COMPLETED'",
    );
    expect(rows).toEqual([{ open: 0 }]);
  });

  test("notifies again if the server breaks the connection between the two", async () => {
    const [, api] = running as [Served, Served];
    await waitForStandby("nobody");
    const before = await completed();
    const reply = submit(api, 101, "terminated").catch((error: Error) => error.message);
    await held(1);
    for (const { pid } of await commits()) await database.query("select pg_terminate_backend($1)", [pid]);
    // It is unknown there whether the change was made, so the request is not answered as if it had been.
    expect(await reply).toContain("500");
    await waitForStandby("");
    await expect.poll(completed).toBe(before + 1);
  });
});
