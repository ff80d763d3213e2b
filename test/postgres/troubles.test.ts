/**
 * A database server with problems: it crashes under load, a table is locked, or there are too few
 * connections.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { startPostgres } from "../../scripts/postgres-server.mjs";
import { listening } from "../support/listening.ts";
import { useStore } from "../support/store.ts";

const digital_human = { name: "Refund" };
const CREATE = ["POST", "/v1/create-digital-human", { digital_human }] as const;
const EVALUATE = [
  "POST",
  "/v1/evaluate",
  {
    agent_id: "101",
    start_time_utc: "2025-03-01T10:00:00Z",
    participants: [{ role: "AGENT" }, { role: "USER" }],
    transcript: [{ speaker: "AGENT", utterance: "Hello" }],
  },
] as const;
const statusesOf = (replies: readonly { status: number }[]) => [
  ...new Set(replies.map(({ status }) => status)),
];

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])(
  "a service whose database server is in trouble",
  async () => {
    let server: Awaited<ReturnType<typeof startPostgres>> | undefined;
    const { service } = await useStore({
      async through() {
        server = await startPostgres({ is_durable: true });
        return server.url;
      },
    });
    afterAll(() => server?.stop());
    const failures: unknown[] = [];
    const acme = await listening(service, (error) => failures.push(error));

    test("answers requests for a locked table when it is free again, and all others meanwhile", async () => {
      let release = () => {};
      const held = new Promise<void>((done) => {
        release = done;
      });
      let locked = () => {};
      const isLocked = new Promise<void>((done) => {
        locked = done;
      });
      const locking = service.db.transaction().execute(async (transaction) => {
        await sql`lock table digital_human in access exclusive mode`.execute(transaction);
        locked();
        await held;
      });
      await isLocked;
      const creates = Array.from({ length: 30 }, () => acme(...CREATE));
      let created = 0;
      for (const create of creates) void create.then(() => created++);
      const calls = await Promise.all(Array.from({ length: 30 }, () => acme(...EVALUATE)));
      expect(statusesOf(calls)).toEqual([200]);
      expect((await acme("GET", "/v1/custom-metrics")).status).toBe(200);
      expect(created).toBe(0);
      release();
      await locking;
      expect(statusesOf(await Promise.all(creates))).toEqual([200]);
    });

    /** Takes every connection of the service. Resolves to a function that returns them. */
    async function takeConnections(): Promise<() => Promise<void>> {
      let release = () => {};
      const held = new Promise<void>((done) => {
        release = done;
      });
      let taken = 0;
      const holding = Array.from({ length: 10 }, () =>
        service.db.connection().execute(async (connection) => {
          await sql`select 1`.execute(connection);
          taken++;
          await held;
        }),
      );
      await expect.poll(() => taken).toBe(10);
      return async () => {
        release();
        await Promise.all(holding);
      };
    }

    test("lets requests wait for a connection while all are taken", async () => {
      const giveBack = await takeConnections();
      const waiting = Array.from({ length: 200 }, (_, i) =>
        i % 2 === 0 ? acme(...CREATE) : acme("GET", `/v1/custom-metrics?page_size=${1 + (i % 50)}`),
      );
      await sleep(500);
      await giveBack();
      expect(statusesOf(await Promise.all(waiting))).toEqual([200]);
    });

    test("answers 500 if none comes free in ten seconds, and as before once one does", async () => {
      const creates = () => Promise.all(Array.from({ length: 100 }, () => acme(...CREATE)));
      const giveBack = await takeConnections();
      try {
        expect(statusesOf(await creates())).toEqual([500]);
      } finally {
        await giveBack();
      }
      expect(statusesOf(await creates())).toEqual([200]);
    });

    test("has what it acknowledged after the server crashed under load, and continues by itself", async () => {
      const acknowledged: number[] = [];
      let isOver = false;
      const load = Array.from({ length: 8 }, async () => {
        while (!isOver) {
          const { status, body } = await acme(...CREATE);
          if (status === 200) acknowledged.push(body.digital_human.id);
          else await sleep(20);
        }
      });
      await expect.poll(() => acknowledged.length).toBeGreaterThan(50);
      const before = acknowledged.length;
      server?.restart();
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50);
      isOver = true;
      await Promise.all(load);
      const rows = await service.db.selectFrom("digital_human").select("id").execute();
      const kept = new Set(rows.map(({ id }) => id));
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      expect(new Set(acknowledged).size).toBe(acknowledged.length);
      expect((await acme("GET", "/v1/custom-metrics")).status).toBe(200);
    });
  },
);
