import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { makeFolder } from "./make-folder.ts";

/** Another process is using the folder. */
class StoreHeld extends Error {
  override readonly name = "StoreHeld";
}

/**
 * Locks the folder of an embedded store for this process alone: two services would both run each job. The operating
 * system's lock is on a file next to the store, so it ends with the process, however that ends.
 * @returns a function that releases the folder
 * @throws StoreHeld
 */
export async function lockFolder(data: string): Promise<() => void> {
  await makeFolder(data);
  const lock = new DatabaseSync(join(data, "service.lock"));
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (!/locked/.test((error as Error).message)) throw error;
    throw new StoreHeld("a running service is using this folder");
  }
  return () => lock.close();
}
