import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import type { JobWorker } from "../jobs/jobs.ts";
import type { Jobs, NewJob } from "../jobs/promised.ts";
import type { Store } from "../store/store.ts";
import type { Blobs } from "./blobs.ts";

/**
 * Longer than any request or evaluation takes between storing a blob and storing the row that refers to it.
 */
const UNOWNED_MS = 24 * 60 * 60_000;

/**
 * Schedules the deletion of a blob before it is stored, in case no row refers to it by then. So no blob stays
 * without an owner, whatever happens to the process. Returns the key of the new blob.
 */
export async function announceBlob({
  newId,
  now,
  write,
  jobs,
}: Omit<Storing, "db" | "blobs">): Promise<string> {
  const key = newId();
  const due_at = new Date(now().getTime() + UNOWNED_MS);
  await write((transaction) => jobs.add(transaction, [{ ...deletionOf(key), due_at }]));
  return key;
}

/** What storing a blob works with. */
export type Storing = Pick<Store, "db" | "write"> & Blobs & Ids & Clock & Jobs;

/** The job that deletes a blob. Add it in the transaction that deletes the row referring to it. */
export const deletionOf = (key: string): NewJob => ({ kind: "delete_blob", payload: { key } });

/** Deletes a blob unless a call or a conversation refers to it. */
export const deleteBlob: JobWorker<"delete_blob", Pick<Store, "db"> & Blobs> = {
  concurrency: 2,
  async run({ key }, service) {
    await deleteUnowned(service, key);
    return {};
  },
};

/** Deletes a blob now, unless a call or a conversation refers to it. */
export async function deleteUnowned({ db, blobs }: Pick<Store, "db"> & Blobs, key: string): Promise<void> {
  for (const table of ["call", "voice_call"] as const) {
    const owner = await db
      .selectFrom(table)
      .select("recording_key")
      .where("recording_key", "=", key)
      .limit(1)
      .executeTakeFirst();
    if (owner) return;
  }
  await blobs.delete(key);
}

/**
 * If no other process shares the store, nothing can be in progress at its start, so blobs without an owner
 * are deleted now.
 */
export async function hastenDeletions({ write, now }: Pick<Store, "write"> & Clock): Promise<void> {
  await write((transaction) =>
    transaction
      .updateTable("job")
      .set({ due_at: now().toISOString() })
      .where("kind", "=", "delete_blob")
      .execute(),
  );
}
