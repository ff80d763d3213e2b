import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";

/** Lies beside the database, so that it is still there when the database is not. */
const MARK = "store.mark";
const TEXT =
  "This folder holds a Parley store. Delete this file only to start anew without what was stored.\n";

/** The folder has held a store, and now its database is empty. */
class StoreEmptied extends Error {
  override readonly name = "StoreEmptied";
}

/** Marks a folder for good. To be called once its database holds something that must not be replaced by a new store. */
export async function markFolder(data: string): Promise<void> {
  const file = await open(join(data, MARK), "w", 0o600);
  try {
    await file.writeFile(TEXT);
    await file.sync();
  } finally {
    await file.close();
  }
}

export const isMarked = (data: string): boolean => existsSync(join(data, MARK));

/** @throws StoreEmptied where the folder is marked: a new store would refuse every key without a word */
export function refuseEmptied(data: string): void {
  if (isMarked(data))
    throw new StoreEmptied(`the database is empty, but ${join(data, MARK)} says that it held a store`);
}
