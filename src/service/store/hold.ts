import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { makeFolder } from "./make-folder.ts";

/** Another process has the folder for itself. */
class StoreHeld extends Error {
  override readonly name = "StoreHeld";
}

/**
 * Takes the folder of an embedded store for this process alone: two services would both do each job. The lock is one
 * of the operating system on a file beside the store, so that it goes with the process, however that ends.
 *
 * @returns gives the folder back
 * @throws StoreHeld
 */
export async function holdFolder(data: string): Promise<() => void> {
  await makeFolder(data);
  const lock = new DatabaseSync(join(data, "service.lock"));
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (!/locked/.test((error as Error).message)) throw error;
    throw new StoreHeld("a running service has this folder");
  }
  return () => lock.close();
}
