import type { StorePlace } from "../store/store.ts";
import { createEmbeddedJobs } from "./embedded.ts";
import type { OriginNow } from "./insert.ts";
import type { Jobs } from "./jobs.ts";

/** The jobs of a store: of this process alone where it is embedded, shared with others where it is a database. */
export async function createJobs({ database_url }: StorePlace, originNow: OriginNow): Promise<Jobs> {
  if (database_url === undefined) return createEmbeddedJobs(originNow);
  // The driver is not loaded where the store is embedded.
  const { createSharedJobs } = await import("./shared.ts");
  return createSharedJobs(database_url, originNow);
}
