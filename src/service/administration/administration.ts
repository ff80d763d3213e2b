/**
 * Administration of the store without the service, for anyone who may read its files. A running service may
 * have the store open.
 */
import { randomUUID } from "node:crypto";
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import { createJobs } from "../jobs/create.ts";
import type { Jobs } from "../jobs/promised.ts";
import { type OpenStore, openStore, type StorePlace } from "../store/store.ts";

export interface Administration extends OpenStore, Clock, Ids, Jobs {}

/** The given place contains no store. */
class StoreMissing extends Error {
  override readonly name = "StoreMissing";
}

/** @throws StoreMissing if there is no embedded store */
export async function requireStore({ data, database_url }: StorePlace): Promise<void> {
  if (database_url === undefined && data !== undefined)
    await access(join(data, "parley.db")).catch(() => {
      throw new StoreMissing(`no store in ${data}`);
    });
}

/**
 * Opens the store for `work` and closes it afterwards. Each change is one short transaction. A service that
 * has the store open waits for it.
 *
 * @param create creates an embedded store if there is none
 * @throws StoreMissing, StoreUnusable
 */
export async function administrate<T>(
  place: StorePlace,
  { create }: { readonly create: boolean },
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  if (!create) await requireStore(place);
  const store = await openStore({ ...place, is_patient: true });
  const jobs = await createJobs(place, () => ({ added_at: new Date().toISOString() }));
  try {
    return await work({ ...store, jobs, now: () => new Date(), newId: randomUUID });
  } finally {
    await store.db.destroy();
  }
}
