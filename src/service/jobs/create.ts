import type { StorePlace } from "../store/store.ts";
import { createEmbeddedJobs } from "./embedded.ts";
import type { OriginNow } from "./insert.ts";
import type { JobQueues } from "./jobs.ts";

/**
 * The jobs of a store. Only this process works on those of an embedded store. Those of a database are shared.
 */
export async function createJobs(
  { database_url, sockets }: StorePlace,
  originNow: OriginNow,
): Promise<JobQueues> {
  if (database_url === undefined) return createEmbeddedJobs(originNow);
  // An embedded store does not need the driver loaded.
  const { createSharedJobs } = await import("./shared.ts");
  return createSharedJobs(database_url, originNow, sockets);
}
