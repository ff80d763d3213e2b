/**
 * Three services over a database server that fails while they create digital humans and hold conversations:
 * another server takes its place, others take all its connections, somebody holds a lock, or its disk is
 * full. Everything acknowledged is there, once, and every run ends.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, describe, expect, test, vi } from "vitest";
import { canMakeDisk, startPostgres } from "../../scripts/postgres-server.mjs";
import type { Answer } from "../../src/contract/types.ts";
import { useCli } from "../support/cli.ts";
import { tapDatabase } from "../support/database-tap.ts";
import { Fleet } from "../support/fleet.ts";
import { randomOf } from "../support/random.ts";
import { startService } from "../support/served.ts";
import { orderDesk, orderDeskSeed, useTextAgent } from "../support/text-agent.ts";

const WRITERS = 8;
const CONVERSATIONS = 5;
/** How many creations are acknowledged before something fails, and afterwards. */
const ENOUGH = 50;
const SETTLED = { timeout: 60_000, interval: 200 };
/** A conversation of a service that has lost its registration is continued by another after up to 40 s. */
const ENDED = { timeout: 120_000, interval: 200 };
/**
 * The longest that a request may take: 30 s for a statement, ten for a connection, and room for a busy
 * machine.
 */
const ANSWERED_MS = 60_000;

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("three services whose database server fails", () => {
  const parley = useCli();
  const agent = useTextAgent(orderDesk);
  const folder = mkdtempSync(join(tmpdir(), "parley-failing-"));
  const ended: (() => void)[] = [];
  afterAll(() => {
    for (const end of ended.reverse()) end();
    rmSync(folder, { recursive: true, force: true });
  });

  async function server(options: Omit<Parameters<typeof startPostgres>[0], "is_durable"> = {}) {
    const started = await startPostgres({ is_durable: true, ...options });
    ended.push(started.stop);
    return started;
  }

  /** Puts load on three services over a database, lets something happen, and checks the promises. */
  async function promised(
    database_url: string,
    happen: (statuses: ReadonlySet<number | undefined>) => Promise<void>,
  ): Promise<void> {
    const seed = join(folder, "seed.json");
    writeFileSync(seed, JSON.stringify(orderDeskSeed(agent.url(), CONVERSATIONS, CONVERSATIONS)));
    const place = ["--database-url", database_url, "--data", folder, "--seed", seed];
    const fleet = new Fleet(async () => {
      const service = await startService(parley, ...place);
      ended.push(() => void service.process.kill("SIGKILL"));
      return service;
    }, randomOf(1));
    await fleet.grow(3);
    agent.service = {
      get url() {
        return fleet.any().url;
      },
      key: "pk_acme",
    };
    const once = fleet.once("pk_acme");
    const acme = fleet.patiently("pk_acme");
    const acknowledged: number[] = [];
    const statuses = new Set<number | undefined>();
    let isOver = false;
    let longest_ms = 0;
    const writing = Array.from({ length: WRITERS }, async () => {
      while (!isOver) {
        const began = performance.now();
        const reply = await once("POST", "/v1/create-digital-human", { digital_human: { name: "Refund" } });
        longest_ms = Math.max(longest_ms, performance.now() - began);
        statuses.add(reply?.status);
        if (reply?.status === 200) acknowledged.push(reply.body.digital_human.id);
        else await sleep(20);
      }
    });
    const run = { simulation_id: 7 };
    const queued: Answer<"queue_http_text_simulation_run"> = (
      await acme("POST", "/v1/queue-http-text-simulation-run", run)
    ).body;
    const more = async () => {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, SETTLED).toBeGreaterThan(before + ENOUGH);
    };
    await more();
    await happen(statuses);
    await more();
    isOver = true;
    await Promise.all(writing);

    expect([...statuses].filter((status) => status !== 200 && status !== 500)).toEqual([]);
    expect(longest_ms).toBeLessThan(ANSWERED_MS);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    const database = new pg.Client({ connectionString: database_url });
    await database.connect();
    const { rows } = await database.query<{ id: number }>("select id::int from digital_human");
    await database.end();
    const kept = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    const ours = async () => {
      const { body } = await acme("GET", "/v1/get-simulation-runs/7");
      const runs: Answer<"list_simulation_runs">["simulation_runs"] = body.simulation_runs ?? [];
      return runs.find(({ id }) => id === Number(queued.simulation_run_id));
    };
    await expect.poll(async () => (await ours())?.status, ENDED).toBe("COMPLETED");
    const counts = await ours();
    expect((counts?.tests_completed ?? 0) + (counts?.tests_incompleted ?? 0)).toBe(CONVERSATIONS);
    expect(await fleet.stop()).toEqual([0, 0, 0]);
  }

  test("continue after its crash", { timeout: 300_000 }, async () => {
    const crashing = await server();
    await promised(crashing.url, async () => {
      for (let crashes = 0; crashes < 3; crashes++) {
        await crash(crashing.url);
        await sleep(2000);
      }
    });
  });

  // Requests fail after 35 s. After 40 s, every service has lost its registration, but the server still has
  // it.
  test.each([
    ["as soon as a request has failed", 0],
    ["after all have lost their registrations", 10_000],
  ])(
    "give up a server that has vanished, and reach it again %s",
    { timeout: 300_000 },
    async (_, more_ms) => {
      const vanishing = await server();
      const tap = await tapDatabase(vanishing.url);
      ended.push(tap.close);
      await promised(tap.url, async (statuses) => {
        tap.freeze();
        await expect.poll(() => statuses.has(500), SETTLED).toBe(true);
        await sleep(more_ms);
        tap.thaw(vanishing.url);
      });
    },
  );

  test("continue with the standby that takes its place", { timeout: 300_000 }, async () => {
    const primary = await server();
    const standby = await primary.standby();
    ended.push(standby.crash);
    const database = new pg.Client({ connectionString: primary.url });
    await database.connect();
    // Without this, the standby would lack the last acknowledged changes.
    await database.query("alter system set synchronous_standby_names = '*'");
    await database.query("select pg_reload_conf()");
    await database.end();
    const tap = await tapDatabase(primary.url);
    ended.push(tap.close);
    await promised(tap.url, async () => {
      primary.crash();
      standby.promote();
      tap.moveTo(standby.url);
      const promoted = new pg.Client({ connectionString: standby.url });
      await promoted.connect();
      await promoted.query("alter system set synchronous_standby_names = ''");
      await promoted.query("select pg_reload_conf()");
      await promoted.end();
    });
  });

  test("wait while others have taken all its connections, again and again", {
    timeout: 300_000,
  }, async () => {
    const crowded = await server({ settings: { max_connections: 45 } });
    await promised(crowded.url, async () => {
      for (let storm = 0; storm < 5; storm++) {
        const others = await takeAll(crowded.url);
        await sleep(1000);
        await Promise.all(others.map((other) => other.end()));
      }
    });
  });

  test("keep their promises if a client holds a lock for longer than they wait", {
    timeout: 300_000,
  }, async () => {
    const locked = await server();
    await promised(locked.url, async (statuses) => {
      const somebody = new pg.Client({ connectionString: locked.url });
      await somebody.connect();
      await somebody.query("begin");
      await somebody.query("lock table digital_human, job in access exclusive mode");
      // A statement waits for 30 seconds.
      await expect.poll(() => statuses.has(500), SETTLED).toBe(true);
      await somebody.query("rollback");
      await somebody.end();
    });
  });

  test.runIf(canMakeDisk())("continue once its full disk has room again", { timeout: 300_000 }, async () => {
    const small = await server({ disk_mb: 200, settings: { max_wal_size: "64MB" } });
    await promised(small.url, async (statuses) => {
      small.fill();
      await expect.poll(() => statuses.has(500), SETTLED).toBe(true);
      await sleep(2000);
      small.free();
    });
  });
});

/**
 * Kills a process of the server. The server then ends all others at once, recovers from its log, and starts
 * again.
 */
async function crash(database_url: string): Promise<void> {
  // It may still be recovering from the last time.
  const client = await vi.waitUntil(() => connected(database_url), SETTLED);
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const [process_of_client] = rows;
  if (process_of_client) process.kill(process_of_client.pid, "SIGKILL");
}

/** Breaks every connection of the services and takes their places. */
async function takeAll(database_url: string): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  const first = await connected(database_url);
  if (first) taken.push(first);
  let refused = 0;
  while (refused < 3) {
    await taken[0]?.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley'",
    );
    const found = await Promise.all(Array.from({ length: 15 }, () => connected(database_url)));
    for (const client of found) if (client) taken.push(client);
    if (found.some((client) => client === undefined)) refused++;
  }
  return taken;
}

async function connected(database_url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: database_url, application_name: "others" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch {
    return undefined;
  }
}
