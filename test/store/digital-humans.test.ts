import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kysely, Migrator, sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { recordOf, showDigitalHuman } from "../../src/service/rules/digital-humans/record.ts";
import * as initial from "../../src/service/store/migrations/0001-initial.ts";
import { openSqlite } from "../../src/service/store/sqlite.ts";
import { openStore } from "../../src/service/store/store.ts";

const data = mkdtempSync(join(tmpdir(), "parley-store-"));
afterAll(() => rmSync(data, { recursive: true }));

test("digital humans from before requests' own fields stood apart are the same", async () => {
  const { db: earlier } = openSqlite(join(data, "parley.db"));
  const up = (db: Kysely<unknown>) => initial.up(db, "sqlite");
  const provider = { getMigrations: async () => ({ "0001-initial": { up } }) };
  await new Migrator({ db: earlier, provider }).migrateToLatest();
  const created_at = "2025-03-01T10:00:00.000Z";
  await earlier.insertInto("organization").values({ id: "o", name: "acme", created_at }).execute();
  const records = [
    { name: "Refund", intent: "", num_runs: 3, always_on_mode: true, replay_mode: "strict" },
    { name: "Order", intent: "" },
  ];
  for (const record of records)
    await sql`
      insert into digital_human (organization_id, record, created_at)
      values ('o', ${JSON.stringify(record)}, ${created_at})`.execute(earlier);
  await earlier.destroy();

  const { db } = await openStore({ data });
  const rows = await db.selectFrom("digital_human").selectAll().orderBy("id").execute();
  await db.destroy();
  expect(rows.map(recordOf)).toEqual(records);
  expect(rows.map(showDigitalHuman)).toEqual([
    {
      id: 1,
      created_at,
      name: "Refund",
      intent: "",
      num_runs: 3,
      always_on_mode: true,
      replay_mode: "strict",
    },
    { id: 2, created_at, name: "Order", intent: "" },
  ]);
});
