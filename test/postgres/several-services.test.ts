/** The database cost of a request does not grow with the number of services. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuditLog } from "../../src/service/audit/audit-log.ts";
import type { Clock } from "../../src/service/clock.ts";
import { openStore, type Store } from "../../src/service/store/store.ts";
import { type DatabaseTap, tapDatabase } from "../support/database-tap.ts";
import { listening } from "../support/listening.ts";
import type { Calls } from "../support/service.ts";
import { useStore } from "../support/store.ts";

const REQUESTS = 36;
/** A version locks its agent's row, so versions of one agent wait for each other. */
const AGENTS = REQUESTS;

const create: Parameters<Calls> = ["POST", "/v1/create-digital-human", { digital_human: { name: "Refund" } }];
const evaluate: Parameters<Calls> = [
  "POST",
  "/v1/evaluate",
  {
    agent_id: "101",
    start_time_utc: "2025-03-01T10:00:00Z",
    participants: [{ role: "AGENT" }, { role: "USER" }],
    transcript: [{ speaker: "AGENT", utterance: "Hello" }],
  },
];
const version = (turn: number): Parameters<Calls> => [
  "POST",
  `/v1/agents/${101 + (turn % AGENTS)}/prompts/versions`,
  { prompt_text: "Be kind" },
];

/** Includes the statements of a request that shares its transaction with no other. */
const KINDS: [string, number, (turn: number) => Parameters<Calls>][] = [
  ["digital humans", 4, () => create],
  ["calls", 9, () => evaluate],
  ["versions", 6, version],
  ["lists", 1, () => ["GET", "/v1/custom-metrics"]],
];

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])(
  "requests to services over one PostgreSQL database",
  async () => {
    let tap: DatabaseTap | undefined;
    let database_url = "";
    const { service } = await useStore({
      async through(url) {
        database_url = url;
        tap = await tapDatabase(url);
        return tap.url;
      },
    });
    const stores: { readonly destroy: () => Promise<void> }[] = [];
    const services: Calls[] = [await listening(service)];
    const writers: (Pick<Store, "write"> & Clock)[] = [service];
    let statistics: pg.Client;
    let rolledBack = 0;
    for (let count = 1; count < 6; count++) {
      const { db, write, revisionOf } = await openStore({ database_url: tap?.url });
      stores.push({ destroy: () => db.destroy() });
      services.push(await listening({ ...service, db, write, revisionOf }));
      writers.push({ write, now: service.now });
    }
    beforeAll(async () => {
      statistics = new pg.Client({ connectionString: database_url });
      await statistics.connect();
      for (let agent = 1; agent < AGENTS; agent++)
        await services[0]?.("POST", "/v1/add-agent", { name: "Desk", mode: "TEXT" });
      // Prepares the statements on every connection.
      for (const [, , request] of KINDS) await send(6, request);
      rolledBack = await rollbacks();
    });
    afterAll(async () => {
      await statistics.end();
      for (const store of stores) await store.destroy();
      tap?.close();
    });

    const send = async (count: number, request: (turn: number) => Parameters<Calls>) => {
      const replies = await Promise.all(
        Array.from({ length: REQUESTS }, (_, turn) => services[turn % count]?.(...request(turn))),
      );
      expect(replies.filter((reply) => reply?.status !== 200)).toEqual([]);
    };

    /** Transactions that were rolled back: another came first, or held a lock for too long. */
    async function rollbacks(): Promise<number> {
      // PostgreSQL's processes report their counts after at most a second.
      await sleep(1500);
      const { rows } = await statistics.query(
        "select (xact_rollback + deadlocks)::int as count from pg_stat_database where datname = current_database()",
      );
      return rows[0].count;
    }

    test.each(KINDS)(
      "of %s cost at most %i statements each, from one service to six",
      async (_, alone, request) => {
        for (const count of [1, 3, 6]) {
          const cost = async () => {
            tap?.reset();
            await send(count, request);
            return (tap?.statements() ?? 0) / REQUESTS;
          };
          // Lists are kept when there is no transaction left that may change them. The server has other
          // databases, and their transactions count too.
          await expect.poll(cost, { message: `${count} services` }).toBeLessThanOrEqual(alone);
        }
      },
    );

    test("are added up in the audit log, whichever services write the same lines at once", async () => {
      const logs = writers.map((writer) => createAuditLog(writer, (error) => expect.fail(String(error))));
      const outcomes = ["done", "refused", "failed"] as const;
      for (let round = 0; round < 10; round++) {
        for (const [turn, log] of logs.entries())
          for (let use = 0; use < outcomes.length; use++) {
            // Each counts them in another order.
            const outcome = outcomes[(use + turn) % outcomes.length] ?? "done";
            const from = { key_id: "k", organization_id: "o", address: "10.0.0.1" };
            log.record({ ...from, operation: "evaluate", outcome });
          }
        await Promise.all(logs.map((log) => log.close()));
      }
      const lines = await service.db
        .selectFrom("key_use")
        .select("count")
        .where("key_id", "=", "k")
        .execute();
      expect(lines.map(({ count }) => count)).toEqual(outcomes.map(() => logs.length * 10));
    });

    test("are made once: none was overtaken by another, or waited too long for one", async () => {
      expect(await rollbacks()).toBe(rolledBack);
    });
  },
);
