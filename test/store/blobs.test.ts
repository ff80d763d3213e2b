import { expect, test } from "vitest";
import {
  announceBlob,
  deleteBlob,
  deletionOf,
  hastenDeletions,
} from "../../src/service/blobs/delete-blob.ts";
import { useStore } from "../support/store.ts";

const { service, clock, organizationId } = await useStore();

/** The scheduled deletions of a blob. */
const deletionsOf = (key: string) =>
  service.db
    .selectFrom("job")
    .selectAll()
    .where("kind", "=", "delete_blob")
    .where("payload", "=", JSON.stringify({ key }))
    .execute();

const run = (key: string) =>
  deleteBlob.run({ key }, service, { attempt: 1, signal: new AbortController().signal });

async function insertCall(recording_key: string): Promise<void> {
  const organization_id = await organizationId();
  await service.write((transaction) =>
    transaction
      .insertInto("call")
      .values({
        id: service.newId(),
        organization_id,
        agent_id: 101,
        status: "COMPLETED",
        start_time_utc: clock.at.toISOString(),
        label: "production",
        prompt_version: null,
        knowledge_base_version: null,
        recording: JSON.stringify({ media_type: "audio/wav", bytes: 4, sha256: "00" }),
        recording_key,
        evaluation: null,
        created_at: clock.at.toISOString(),
      })
      .execute(),
  );
}

test("before a blob is stored, its deletion is promised for a day later", async () => {
  const key = await announceBlob(service);
  expect(await deletionsOf(key)).toMatchObject([{ due_at: "2025-03-02T10:00:00.000Z" }]);
});

test("work that was promised is due at the start if no other process is there", async () => {
  const key = await announceBlob(service);
  await hastenDeletions(service);
  expect(await deletionsOf(key)).toMatchObject([{ due_at: clock.at.toISOString() }]);
});

test("a blob that a call names stays; one that no call names any more is deleted", async () => {
  const [named, unowned] = [service.newId(), service.newId()];
  for (const key of [named, unowned]) await service.blobs.put(key, [Buffer.from("RIFF")]);
  await insertCall(named);
  for (const key of [named, unowned]) await run(key);
  expect(await service.blobs.get(unowned)).toBeUndefined();
  expect(await service.blobs.get(named)).toBeDefined();
  await service.write(async (transaction) => {
    await transaction.deleteFrom("call").where("recording_key", "=", named).execute();
    await service.jobs.add(transaction, [deletionOf(named)]);
  });
  expect(await deletionsOf(named)).toHaveLength(1);
  await run(named);
  expect(await service.blobs.get(named)).toBeUndefined();
});

test("a blob that two calls name stays until the second is gone", async () => {
  const key = service.newId();
  await service.blobs.put(key, [Buffer.from("RIFF")]);
  await insertCall(key);
  await insertCall(key);
  const delete_one = async () => {
    const { id } = await service.db
      .selectFrom("call")
      .select("id")
      .where("recording_key", "=", key)
      .limit(1)
      .executeTakeFirstOrThrow();
    await service.write((transaction) => transaction.deleteFrom("call").where("id", "=", id).execute());
    await run(key);
  };
  await delete_one();
  expect(await service.blobs.get(key)).toBeDefined();
  await delete_one();
  expect(await service.blobs.get(key)).toBeUndefined();
});
