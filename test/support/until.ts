import { setTimeout as sleep } from "node:timers/promises";

/** Looks until something is there. */
export async function until<T>(look: () => Promise<T | null | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await sleep(10);
  }
}
