/** The list of an account's calls, in pages as Twilio has them, and others after it. */
import type { AccountCalls, CallRow } from "./api.ts";
import { CallRefused, shown } from "./refused.ts";

const PAGE_SIZE = 50;
const PAGE_SIZE_MAXIMUM = 1000;
/** What a query may have. */
const PAGING = ["PageSize", "Page", "PageToken"];

/** @param path of the list */
export async function pageOf<T>(
  { find }: AccountCalls,
  query: URLSearchParams,
  { path: base, show }: { readonly path: string; readonly show: (row: CallRow) => T },
) {
  refuseFilters(query, PAGING);
  const page_size = Math.min(numberIn(query, "PageSize") ?? PAGE_SIZE, PAGE_SIZE_MAXIMUM) || PAGE_SIZE;
  const page = numberIn(query, "Page") ?? 0;
  const before_id = numberIn(query, "PageToken");
  const call_rows = await find({ before: before_id, limit: page_size + 1 });
  const rows = call_rows.slice(0, page_size);
  const path = `${base}?PageSize=${page_size}`;
  const start = page * page_size;
  const last = rows.at(-1);
  return {
    calls: rows.map(show),
    page,
    page_size,
    start,
    end: Math.max(start, start + rows.length - 1),
    uri: `${path}&Page=${page}${before_id === undefined ? "" : `&PageToken=${before_id}`}`,
    first_page_uri: `${path}&Page=0`,
    next_page_uri:
      last && call_rows.length > page_size ? `${path}&Page=${page + 1}&PageToken=${last.id}` : null,
    previous_page_uri: null,
  };
}

/** @param names what the query may have */
export function refuseFilters(query: URLSearchParams, names: readonly string[]): void {
  const filter = [...query.keys()].find((name) => !names.includes(name));
  if (filter !== undefined)
    throw new CallRefused("unsupported", `The list has no filter ${shown(filter)}; leave it out`);
}

export function numberIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === "") return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new CallRefused("unsupported", `${name} must be a whole number`);
  return Number(text);
}
