import { expect, test } from "vitest";
import { useStore } from "../../../test/support/store.ts";
import { createAuditLog } from "./audit-log.ts";
import type { KeyUse } from "./key-use.ts";

const { service } = await useStore();
const STRANGER: KeyUse = {
  key_id: null,
  organization_id: null,
  address: "",
  operation: "read",
  outcome: "unknown_key",
};

test("any number of addresses without a key take a bounded number of lines, and all are counted", async () => {
  const log = createAuditLog(service, () => undefined);
  for (let n = 0; n < 3000; n++) log.record({ ...STRANGER, address: `2001:db8::${n.toString(16)}` });
  await log.close();
  const rows = await service.db.selectFrom("key_use").select(["address", "count"]).execute();
  expect(rows).toHaveLength(1001);
  expect(rows.find(({ address }) => address === "others")?.count).toBe(2000);
});

test("any number of requests are written in one transaction", async () => {
  let transactions = 0;
  const counting: typeof service.write = (work) => {
    transactions++;
    return service.write(work);
  };
  const log = createAuditLog({ ...service, write: counting }, () => undefined);
  for (let n = 0; n < 500; n++)
    log.record({ ...STRANGER, key_id: "k", address: "10.0.0.1", outcome: "done" });
  expect(transactions).toBe(0);
  await log.close();
  expect(transactions).toBe(1);
  const row = await service.db.selectFrom("key_use").select("count").where("key_id", "=", "k").execute();
  expect(row).toEqual([{ count: 500 }]);
});

test("a failing store is reported, and the missing counts are written when it works again", async () => {
  let isBroken = true;
  const breaking: typeof service.write = (work) =>
    isBroken ? Promise.reject(new Error("the disk is full")) : service.write(work);
  const failures: unknown[] = [];
  const log = createAuditLog({ ...service, write: breaking }, (error) => failures.push(error));
  log.record({ ...STRANGER, key_id: "again", outcome: "done" });
  await expect.poll(() => failures.length).toBe(1);
  isBroken = false;
  await log.close();
  const row = await service.db.selectFrom("key_use").select("count").where("key_id", "=", "again").execute();
  expect(row).toEqual([{ count: 1 }]);
});
