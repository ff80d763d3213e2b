/** How a service learns about changes that anybody makes in the database. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Changes, createChanges } from "../../src/service/store/changes.ts";
import { useStore } from "../support/store.ts";

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("the changes of a PostgreSQL store", async () => {
  let url = "";
  await useStore({
    async through(database_url) {
      url = database_url;
      return url;
    },
  });
  let changes: Changes;
  let person: pg.Client;
  beforeAll(async () => {
    changes = createChanges(url);
    person = new pg.Client({ connectionString: url });
    await person.connect();
    await vi.waitUntil(async () => (await agents()) !== undefined, { timeout: 60_000 });
  });
  afterAll(async () => {
    await person.end();
    await changes.close();
  });

  const agents = () => changes.revisionOf(["agent"]);
  const rename = (name: string) =>
    person.query("update agent set record = record || $1 where id = 101", [name]);

  test("have a number that stays while nothing changes", async () => {
    const before = await agents();
    expect(before).toEqual(expect.any(Number));
    expect(await agents()).toBe(before);
  });

  test("are not known while a transaction is under way that has made some", async () => {
    const before = await agents();
    const others = await changes.revisionOf(["custom_metric"]);
    await person.query("begin");
    await rename(" ");
    // Data read now does not include the change, and must not count as read after it.
    for (let look = 0; look < 4; look++) expect(await agents()).toBeUndefined();
    expect(await changes.revisionOf(["custom_metric"])).toBe(others);
    await person.query("commit");
    await expect.poll(agents).toBeDefined();
    expect(await agents()).not.toBe(before);
  });

  test("are known again after a transaction that was rolled back", async () => {
    await person.query("begin");
    await rename(" ");
    expect(await agents()).toBeUndefined();
    await person.query("rollback");
    await expect.poll(agents).toBeDefined();
  });

  test("are not those of a transaction that has changed other tables so far", async () => {
    await person.query("begin");
    await person.query("update organization set name = name");
    const before = await agents();
    expect(before).toBeDefined();
    await rename(" ");
    await person.query("commit");
    expect(await agents()).not.toBe(before);
  });

  test("have another number in the first look after the commit", async () => {
    await expect.poll(agents).toBeDefined();
    for (let turn = 0; turn < 20; turn++) {
      const before = await agents();
      await rename(" ");
      const after = await agents();
      expect(after === undefined || after !== before).toBe(true);
    }
  });

  test("have their own number for each connection, whatever was missed in between", async () => {
    await expect.poll(agents).toBeDefined();
    const before = await agents();
    await person.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    // As after a crash, when the last counts of the sequence may be lost.
    await person.query("select setval('agent_changes', 1)");
    await expect.poll(agents).toBeDefined();
    expect(await agents()).not.toBe(before);
  });

  test("are counted for every user who may change the table, without a right to the sequence", async () => {
    await person.query("create role reporter");
    try {
      await person.query("grant select, update on agent to reporter");
      await person.query("set role reporter");
      await person.query("set search_path = pg_temp");
      const { rowCount } = await person.query("update public.agent set record = record where id = 101");
      expect(rowCount).toBe(1);
    } finally {
      await person.query("reset role");
      await person.query("reset search_path");
      await person.query("drop owned by reporter");
      await person.query("drop role reporter");
    }
  });
});
