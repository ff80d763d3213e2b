/**
 * A process's registration as a worker: when it notices that the registration is lost, and when it does not.
 */
import { type AddressInfo, connect, createServer } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CHANNEL, openSession, WORKER_LOCKS } from "../../src/service/jobs/session.ts";
import { makeDatabase, type TestDatabase } from "../support/database.ts";

describe.skipIf(!process.env["PARLEY_TEST_DATABASE_URL"])("a worker's session", () => {
  let database: TestDatabase;
  let observer: pg.Client;
  const added: string[] = [];
  const lost: string[] = [];
  const heard = {
    added: (kind: string) => void added.push(kind),
    lost: (error: Error) => void lost.push(error.message),
  };

  beforeAll(async () => {
    database = (await makeDatabase()) as TestDatabase;
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    added.length = 0;
    lost.length = 0;
    observer = new pg.Client({ connectionString: database.url });
    observer.on("error", () => undefined);
    await observer.connect();
    return () => observer.end();
  });

  /**
   * The numbers of the registered processes. Other test files have their own databases on the same server.
   */
  const registered = async (): Promise<number[]> => {
    const { rows } = await observer.query(
      `select objid::integer as worker from pg_locks join pg_database on pg_database.oid = pg_locks.database
       where locktype = 'advisory' and classid = $1 and granted and datname = current_database()`,
      [WORKER_LOCKS],
    );
    return rows.map(({ worker }) => worker);
  };

  test("keeps its number until it ends, hears of jobs meanwhile, and its end is not a loss", async () => {
    const session = await openSession(database.url, heard);
    expect(await registered()).toEqual([session.worker]);
    await observer.query("select pg_notify($1, 'evaluate')", [CHANNEL]);
    await expect.poll(() => added).toEqual(["evaluate"]);
    await session.end();
    await expect.poll(registered).toEqual([]);
    expect(lost).toEqual([]);
  });

  test("is lost once when the server breaks the connection, and ending it then does not lose it again", async () => {
    const session = await openSession(database.url, heard);
    await observer.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await expect.poll(() => lost.length).toBe(1);
    await session.end().catch(() => undefined);
    expect(lost).toHaveLength(1);
    expect(await registered()).toEqual([]);
  });

  test("is lost when the connection is cut without a word from the server", async () => {
    const proxy = await cutting();
    const session = await openSession(proxy.url, heard);
    proxy.cut();
    await expect.poll(() => lost.length).toBe(1);
    await session.end().catch(() => undefined);
    proxy.close();
    await expect.poll(registered).toEqual([]);
    expect(lost).toHaveLength(1);
  });

  test.each(["set tcp_keepalives_idle", "pg_try_advisory_lock", `listen ${CHANNEL}`])(
    "that is cut off at `%s` is rejected and never lost: it was not registered yet",
    async (statement) => {
      const proxy = await cutting(statement);
      await expect(openSession(proxy.url, heard)).rejects.toThrow();
      proxy.close();
      await expect.poll(registered).toEqual([]);
      expect(lost).toEqual([]);
    },
  );

  test("that cannot be opened is rejected and never lost", async () => {
    const url = new URL(database.url);
    url.pathname = "/no_such_database";
    await expect(openSession(url.href, heard)).rejects.toThrow("no_such_database");
    expect(lost).toEqual([]);
  });

  /** Passes everything on until it cuts the connection: when told to, or instead of a statement. */
  async function cutting(statement?: string) {
    const target = new URL(database.url);
    const cuts: (() => void)[] = [];
    const server = createServer((client) => {
      const upstream = connect({ host: target.hostname, port: Number(target.port) });
      const cut = () => {
        client.destroy();
        upstream.destroy();
      };
      cuts.push(cut);
      client.on("data", (bytes) => {
        if (statement !== undefined && bytes.includes(statement)) cut();
        else upstream.write(bytes);
      });
      upstream.on("data", (bytes) => client.write(bytes));
      for (const socket of [client, upstream]) socket.on("error", cut).on("close", cut);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const url = new URL(database.url);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return {
      url: url.href,
      cut() {
        for (const cut of cuts) cut();
      },
      close: () => void server.close(),
    };
  }
});
