import { type Kysely, sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Database } from "./schema.ts";
import { openSqlite } from "./sqlite.ts";
import { type Control, createWriter } from "./writer.ts";

const { db, control } = openSqlite(":memory:");
const statements: Parameters<Control>[0][] = [];
const write = createWriter(db, (statement) => {
  statements.push(statement);
  control(statement);
});
const commits = () => statements.filter((statement) => statement === "commit").length;

beforeEach(() => {
  statements.length = 0;
});
afterAll(() => db.destroy());

test("changes of one turn of the event loop share a commit", async () => {
  await Promise.all([write(async () => 1), write(async () => 2)]);
  expect(commits()).toBe(1);
});

test("a change that fails is rolled back alone", async () => {
  const failing = write(async () => Promise.reject(new Error("no")));
  const good = write(async () => "kept");
  await expect(failing).rejects.toThrow("no");
  expect(await good).toBe("kept");
  expect(statements).toContain("rollback to change");
  expect(commits()).toBe(1);
});

const MODES = ["pragma synchronous = normal", "pragma synchronous = full"];
const modes = () => statements.filter((statement) => MODES.includes(statement));

/** SQLite's numbers for them. */
const [NORMAL, FULL] = [1, 2];

async function synchronous(store: Kysely<Database>): Promise<number | undefined> {
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(store);
  return rows[0]?.synchronous;
}

test("changes that need not be forced to the disk are committed without", async () => {
  await Promise.all([write(async () => 1, { unforced: true }), write(async () => 2, { unforced: true })]);
  expect([statements[0], statements.at(-2), statements.at(-1)]).toEqual([MODES[0], "commit", MODES[1]]);
});

test("a change that must be on the disk is forced there with all that share its commit", async () => {
  await Promise.all([write(async () => 1, { unforced: true }), write(async () => 2)]);
  expect(commits()).toBe(1);
  expect(modes()).toEqual([]);
});

test("after a change that was not forced, even one that failed, the store forces the next", async () => {
  const within: unknown[] = [];
  for (const outcome of ["kept", "failed"]) {
    const work = async (transaction: Kysely<Database>) => {
      within.push(await synchronous(transaction));
      if (outcome === "failed") throw new Error("no");
    };
    await write(work, { unforced: true }).catch(() => undefined);
    await write(async (transaction) => within.push(await synchronous(transaction)));
  }
  expect(within).toEqual([NORMAL, FULL, NORMAL, FULL]);
});

test("others have their turn between changes that take long, which still share a commit", async () => {
  let turns = 0;
  const count = () => {
    turns++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const seen: number[] = [];
  const long = async () => {
    for (const began = performance.now(); performance.now() - began < 15; );
    seen.push(turns);
  };
  await Promise.all([write(long), write(long), write(long)]);
  clearImmediate(counting);
  const [first = 0, second = 0, third = 0] = seen;
  expect([second > first, third > second]).toEqual([true, true]);
  expect(commits()).toBe(1);
});
