import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { giveBack } from "./shrink.ts";
import { openSqlite } from "./sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-shrink-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("deleted space is returned to the disk, step by step, except what is kept for new rows", async () => {
  const file = join(folder, "parley.db");
  const { db } = openSqlite(file);
  await sql`create table note (id integer primary key, body text)`.execute(db);
  for (let id = 0; id < 40; id++)
    await sql`insert into note (body) values (${"x".repeat(500_000)})`.execute(db);
  await sql`delete from note`.execute(db);
  await db.destroy();
  const full = statSync(file).size;
  expect(full).toBeGreaterThan(20_000_000);

  const sqlite = new DatabaseSync(file);
  const pages = () => (sqlite.prepare("pragma page_count").get() as { page_count: number }).page_count;
  const sizes = [pages()];
  for (let step = 0; step < 4; step++) {
    giveBack(sqlite);
    sizes.push(pages());
  }
  sqlite.exec("pragma wal_checkpoint(truncate)");
  sqlite.close();
  // 2048 pages at a time, until 256 free ones and those of the tables are left.
  expect((sizes[0] ?? 0) - (sizes[1] ?? 0)).toBeGreaterThanOrEqual(2048);
  expect(sizes.at(-1)).toBeLessThan(300);
  expect(sizes.at(-1)).toBeGreaterThan(256);
  expect(statSync(file).size).toBeLessThan(full / 10);
});
