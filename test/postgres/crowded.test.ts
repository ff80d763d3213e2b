/** Jobs that wait over PostgreSQL are not in the way of who takes the next. */
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { takeFree } from "../../src/service/jobs/shared.ts";
import { useStore } from "../support/store.ts";

const WAITING = 100_000;
const TAKEN = 4;

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
      } as const;
      for (let claim = 0; claim < 10; claim++)
        expect(await takeFree(transaction, 1 + claim, wanted)).toHaveLength(TAKEN);
      const { rows } = await sql<{ read: number }>`
        select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'job'`.execute(
        transaction,
      );
      return rows[0]?.read;
    });
    // Those that others hold, which nobody here does, are passed over.
    expect(read).toBeLessThan(1000);
  });
});
