import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { limitedRows, ROWS_MAXIMUM } from "./row-limit.ts";
import { openStore, type Store } from "./store.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-rows-"));
let database: TestDatabase | undefined;
let store: Store;
beforeAll(async () => {
  database = await makeDatabase();
  store = await openStore(database ? { database_url: database.url } : { data: folder });
});
afterAll(async () => {
  await store.db.destroy();
  await database?.drop();
  rmSync(folder, { recursive: true });
});

test("rows are read no further than their texts may be long together", () => {
  let read = 0;
  function* rows() {
    for (;;) {
      read++;
      yield { id: read, text: "x".repeat(10), none: null };
    }
  }
  expect(() => limitedRows(rows(), 95)).toThrow("more than 95 characters");
  expect(read).toBe(10);
  expect(limitedRows([{ text: "x".repeat(95) }], 95)).toHaveLength(1);
});

test("a query for more than fits is refused; one for a part of it, and every other, is answered", async () => {
  const text = "x".repeat(1024 * 1024);
  const created_at = "2026-11-01T09:00:00Z";
  await store.db.insertInto("organization").values({ id: "o1", name: "acme", created_at }).execute();
  const count = ROWS_MAXIMUM / text.length + 1;
  const row = {
    organization_id: "o1",
    question_sha256: "",
    votes: 1,
    labels_sha256: "",
    record: text,
    created_at,
  };
  for (let at = 0; at < count; at++)
    await store.db
      .insertInto("judge_certificate")
      .values({ ...row, model: String(at) })
      .execute();
  // The size of the store is checked ten times a second.
  await new Promise((done) => setTimeout(done, 200));
  const all = store.db.selectFrom("judge_certificate").selectAll();
  await expect(all.execute()).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("page_size"),
  });
  expect(await all.limit(3).execute()).toHaveLength(3);
  expect(await store.db.selectFrom("judge_certificate").select("model").execute()).toHaveLength(count);
  await expect(
    store.write((transaction) => transaction.selectFrom("judge_certificate").selectAll().execute()),
  ).rejects.toMatchObject({ status: 400 });
  expect(
    await store.write((transaction) => transaction.selectFrom("judge_certificate").select("model").execute()),
  ).toHaveLength(count);
});
