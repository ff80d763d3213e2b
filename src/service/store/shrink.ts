import type { DatabaseSync } from "@photostructure/sqlite";

type Sqlite = InstanceType<typeof DatabaseSync>;

const EVERY_MS = 30_000;
/** Freed pages that are kept, because they will soon be written again. */
const KEPT_PAGES = 256;
/** 8 MB at the usual page size: some milliseconds at a time. */
const PAGES_AT_ONCE = 2048;

/** Allows space freed by deletions to be returned to the disk. Call it before the store has tables. */
export const allowShrinking = (sqlite: Sqlite) => sqlite.exec("pragma auto_vacuum = incremental");

/** Returns space freed by deletions to the disk from time to time. Returns a function that stops it. */
export function keepSmall(sqlite: Sqlite): () => void {
  const timer = setInterval(() => {
    try {
      giveBack(sqlite);
    } catch {
      // The disk is full: try another time.
    }
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Returns some of the free pages, if there are more than will be written again soon. */
export function giveBack(sqlite: Sqlite): void {
  const { freelist_count: free } = sqlite.prepare("pragma freelist_count").get() as {
    freelist_count: number;
  };
  if (free > KEPT_PAGES)
    sqlite.exec(`pragma incremental_vacuum(${Math.min(free - KEPT_PAGES, PAGES_AT_ONCE)})`);
}
