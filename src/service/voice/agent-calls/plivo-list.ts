/** The lists of an account's calls, as Plivo has them: those that are over in pages, and all others by their names. */
import { randomUUID } from "node:crypto";
import type { AccountCalls, CallRow } from "./api.ts";
import { numberIn, refuseFilters } from "./list.ts";
import { CallRefused, shown } from "./refused.ts";

const LIMIT = 20;
/** How many calls that are not over are named. */
const NAMED_MAXIMUM = 1000;

interface Form<T> {
  readonly path: string;
  /** A call that is over. */
  readonly record: (row: CallRow) => T;
  readonly uuidOf: (id: number) => string;
}

/** @throws CallRefused */
export async function plivoList<T>(
  calls: AccountCalls,
  query: URLSearchParams,
  form: Form<T>,
): Promise<object> {
  refuseFilters(query, ["limit", "offset", "status"]);
  const state = query.get("status");
  const api_id = randomUUID();
  if (state === "queued" || state === "live") {
    const rows = await calls.find({ state, limit: NAMED_MAXIMUM });
    return { api_id, calls: rows.map(({ id }) => form.uuidOf(id)) };
  }
  if (state !== null)
    throw new CallRefused("unsupported", `status must be queued or live, not ${shown(state)}`);
  const limit = Math.min(numberIn(query, "limit") ?? LIMIT, LIMIT) || LIMIT;
  const offset = numberIn(query, "offset") ?? 0;
  const total_count = await calls.count("over");
  const rows = await calls.find({ state: "over", limit, offset });
  const pageAt = (from: number) => `${form.path}?limit=${limit}&offset=${from}`;
  const meta = {
    limit,
    next: offset + limit < total_count ? pageAt(offset + limit) : null,
    offset,
    previous: offset > 0 ? pageAt(Math.max(0, offset - limit)) : null,
    total_count,
  };
  return { api_id, meta, objects: rows.map(form.record) };
}
