import type { DatabaseSync } from "@photostructure/sqlite";

type Sqlite = InstanceType<typeof DatabaseSync>;

const EVERY_MS = 30_000;
/** What is freed is written again soon: less than this stays. */
const KEPT_PAGES = 256;
/** 8 MB of the usual pages: some milliseconds at a time. */
const PAGES_AT_ONCE = 2048;

/** Of a store that has no tables yet: what is deleted from it can be given back to the disk. */
export const allowShrinking = (sqlite: Sqlite) => sqlite.exec("pragma auto_vacuum = incremental");

/** From time to time gives back to the disk what deletions have freed. Returns how to stop. */
export function keepSmall(sqlite: Sqlite): () => void {
  const timer = setInterval(() => {
    try {
      giveBack(sqlite);
    } catch {
      // A full disk: another time.
    }
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Gives back some of the free pages, where there are more than will be written again soon. */
export function giveBack(sqlite: Sqlite): void {
  const { freelist_count: free } = sqlite.prepare("pragma freelist_count").get() as {
    freelist_count: number;
  };
  if (free > KEPT_PAGES)
    sqlite.exec(`pragma incremental_vacuum(${Math.min(free - KEPT_PAGES, PAGES_AT_ONCE)})`);
}
