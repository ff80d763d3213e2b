/**
 * Every operation of the table, called with the key of one organization and the ids of another's objects:
 * nothing of theirs is found, shown, or changed. Then the owner sends the same requests, and they succeed, so
 * each of the ids is real.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Endpoint, endpoints, type Operation } from "../../src/contract/endpoints.ts";
import { rowsOf, withSnapshot } from "../../src/service/backup/snapshot.ts";
import { TABLES } from "../../src/service/backup/tables.ts";
import { type OpenStore, openStore } from "../../src/service/store/store.ts";
import { useReceiver } from "../support/receiver.ts";
import { type Calls, useService } from "../support/service.ts";
import { type Attempt, attempts } from "./organizations/attempts.ts";
import { populate, type World } from "./organizations/world.ts";

const folder = mkdtempSync(join(tmpdir(), "parley-organizations-"));
const service = useService(undefined, () => ({ data: folder }));
const receiver = useReceiver();
let store: OpenStore;
let theirs: World;
let ours: World;
beforeAll(async () => {
  theirs = await populate(service.acme, receiver.url("/"));
  ours = await populate(service.rival, receiver.url("/"));
  store = await openStore({ data: folder });
  for (const world of [theirs, ours]) await giveRecording(world);
});
afterAll(async () => {
  await store.db.destroy();
  rmSync(folder, { recursive: true });
});

/** Gives a conversation the recording of a submitted call, as if it had been a call itself. */
async function giveRecording({ ended, call }: World): Promise<void> {
  const { recording, recording_key } = await store.db
    .selectFrom("call")
    .select(["recording", "recording_key"])
    .where("id", "=", call)
    .executeTakeFirstOrThrow();
  await store.db
    .insertInto("voice_call")
    .values({ simulation_result_id: Number(ended), attempts: 1, spoken: 1, recording, recording_key })
    .execute();
}

const operations = Object.keys(attempts) as Operation[];

async function send(calls: Calls, operation: Operation, { params = {}, query, body }: Attempt) {
  const { method, path }: Endpoint = endpoints[operation];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
  return calls(method, query === undefined ? filled : `${filled}?${query}`, body);
}

/** Every row of the store with its table and its organization, except the record of key use. */
async function rows(): Promise<ReadonlySet<string>> {
  const stored = new Set<string>();
  await withSnapshot(store.db, store.dialect, async (snapshot) => {
    for (const table of TABLES.filter((name) => name !== "key_use"))
      for await (const row of rowsOf(snapshot, store.dialect, table)) {
        const { organization_id = "another's" } = row as { organization_id?: string };
        stored.add(`${table} of ${organization_id}: ${JSON.stringify(row)}`);
      }
  });
  return stored;
}

const isOf = (world: World) => (row: string) => row.includes(` of ${world.organization_id}: `);

test("no operation is left out", () => {
  expect(operations.toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

describe("with the key of another organization", () => {
  let before: ReadonlySet<string>;
  beforeAll(async () => {
    before = await rows();
  });

  test.each(operations)("%s", async (operation) => {
    const all = attempts[operation](theirs, ours);
    expect(all).not.toEqual([]);
    for (const attempt of all) {
      const { status, body } = await send(service.rival, operation, attempt);
      const answer = JSON.stringify(body);
      const told = `${JSON.stringify(attempt)}: ${status} ${answer}`;
      expect(answer).not.toContain(theirs.mark);
      const after = await rows();
      const gone = [...before].filter((row) => !after.has(row));
      const came = [...after].filter((row) => !before.has(row));
      before = after;
      if (attempt.finds_nothing) {
        attempt.finds_nothing(body);
        const whose = [gone.filter((row) => !isOf(ours)(row)), came.filter(isOf(theirs))];
        expect([told, ...whose]).toEqual([told, [], []]);
      } else expect([told, status, gone, came]).toEqual([told, attempt.refused_with ?? 404, [], []]);
    }
  });
});

describe("with its own key", () => {
  test.each(operations)("%s", async (operation) => {
    const distinct = new Map(attempts[operation](theirs, theirs).map((one) => [JSON.stringify(one), one]));
    for (const attempt of distinct.values()) {
      const { status, body } = await send(service.acme, operation, attempt);
      expect([status, attempt, body]).toEqual([attempt.owner_gets ?? 200, attempt, body]);
    }
  });
});
