import { type Kysely, sql } from "kysely";
import type { Database } from "../store/schema.ts";
import type { Rate, TakeLease } from "./rate-limit.ts";

/** A window is leased in this many parts. Each costs a statement, and every other process leaves at most one unused. */
const PARTS = 20;

/**
 * Leases over PostgreSQL, so that processes share one limit. The row of a key counts how much of its window was
 * leased, by the database's clock. Together, the processes never admit more than the limit in a window. What a process
 * leases and does not use is lost to the others until the next window.
 */
export function sharedWindow(db: Kysely<Database>, { requests, window_ms }: Rate): TakeLease {
  const part = Math.ceil(requests / PARTS);
  return async (key_hash) => {
    // If the window has just passed, the statement came late; if it is further back, the clock was set back.
    const { rows } = await sql<{ number: number; taken: number; ms: number }>`
      with clock as (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms)
      insert into rate_window as kept (key_hash, number, taken)
      select ${key_hash}, ms / ${sql.lit(window_ms)}, ${sql.lit(part)} from clock
      on conflict (key_hash) do update set
        number = case when excluded.number = kept.number - 1 then kept.number else excluded.number end,
        taken = case when excluded.number in (kept.number - 1, kept.number) then kept.taken else 0 end + excluded.taken
      returning number, taken, (select ms from clock) as ms`.execute(db);
    const [{ number, taken, ms } = { number: 0, taken: requests + part, ms: 0 }] = rows;
    const before = taken - part;
    return {
      granted: Math.min(part, Math.max(0, requests - before)),
      more: taken < requests,
      ends_in_ms: (number + 1) * window_ms - ms,
    };
  };
}
