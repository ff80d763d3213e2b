import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";

/** A file next to the database that remains if the database is lost. */
const MARK = "store.mark";
const TEXT =
  "This folder contains a Parley store. Delete this file only to start over without the stored data.\n";

/** The folder used to contain a store, but its database is now empty. */
class StoreEmptied extends Error {
  override readonly name = "StoreEmptied";
}

/** Marks a folder permanently. Call it once the database contains something that a new store must not replace. */
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

/** @throws StoreEmptied if the folder is marked: a new store would refuse every key without saying why */
export function refuseEmptied(data: string): void {
  if (isMarked(data))
    throw new StoreEmptied(
      `the database is empty, but ${join(data, MARK)} says that it used to contain a store`,
    );
}
