/** Calls as answers show them. */
import { Readable } from "node:stream";
import { sql } from "kysely";
import { notFound } from "../../errors.ts";
import { JsonPieces, JsonText } from "../../json-text.ts";
import { portionsOf, type Sized } from "../../store/portions.ts";
import type { Row } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import { yieldNow } from "../../yield.ts";
import { countsOf, offsetOf } from "../page.ts";
import { selectCalls } from "./lookup.ts";
import { type CallThread, publishCalls } from "./publish.ts";

type Reading = Pick<Store, "db"> & { readonly thread: CallThread };

/** A call with its submission and evaluation, or 404. */
export async function showCall(service: Reading, organization_id: string, call_id: string) {
  const row = await shownColumns(selectCalls(service.db, organization_id))
    .where("id", "=", call_id.toLowerCase())
    .executeTakeFirst();
  if (!row) throw notFound("call", call_id);
  const call_log = await publishCalls(service, [row]);
  const [head, end] = [`{"call_log":`, `,"status":"200"}`];
  if (typeof call_log === "string") return new JsonText(head + call_log + end);
  return new JsonPieces(Readable.from([head, call_log, end]));
}

/** Which calls a page lists. Times are ISO 8601 in UTC, and compared with the start of the call. */
interface CallFilter {
  readonly page: number;
  readonly page_size: number;
  readonly agent_id?: number | undefined;
  /** The label that selected its versions. */
  readonly label?: string | undefined;
  readonly status?: Row<"call">["status"] | undefined;
  readonly outcome?: Row<"call">["outcome"] | undefined;
  readonly tag?: string | undefined;
  /** The beginning of its id. */
  readonly id?: string | undefined;
  /** This time or later. */
  readonly since?: string | undefined;
  /** Before this time. */
  readonly until?: string | undefined;
}

/** The calls that match, newest first. */
export async function pageOfCalls(
  service: Reading,
  organization_id: string,
  { page, page_size, ...filter }: CallFilter,
): Promise<JsonPieces> {
  const { agent_id, label, status, outcome, tag, id, since, until } = filter;
  let calls = selectCalls(service.db, organization_id);
  if (agent_id !== undefined) calls = calls.where("agent_id", "=", agent_id);
  if (label !== undefined) calls = calls.where("label", "=", label);
  if (status !== undefined) calls = calls.where("status", "=", status);
  if (outcome === "incompleted")
    calls = calls.where(({ or, and, eb }) =>
      // A call that could not be evaluated at all has no verdicts, so its status is used.
      or([eb("outcome", "=", outcome), and([eb("status", "=", "INCOMPLETED"), eb("outcome", "is", null)])]),
    );
  else if (outcome) calls = calls.where("outcome", "=", outcome);
  // Ids are hexadecimal, so any other character, including wildcards, matches nothing.
  if (id !== undefined)
    calls = calls.where("call.id", "like", `${id.toLowerCase().replaceAll(/[^\da-f-]/g, "?")}%`);
  if (since !== undefined) calls = calls.where("start_time_utc", ">=", since);
  if (until !== undefined) calls = calls.where("start_time_utc", "<", until);
  if (tag !== undefined)
    calls = calls.where("id", "in", (from) =>
      from.selectFrom("call_tag").select("call_id").where("tag", "=", tag),
    );
  const { total } = await calls.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
  const rows = await withSubmission(calls)
    .select([
      "call.id",
      sql<number>`octet_length(submission) + coalesce(octet_length(evaluation), 0)`.as("bytes"),
    ])
    .orderBy("seq", "desc")
    .limit(page_size)
    .offset(offsetOf({ page, page_size }))
    .execute();
  const counts = JSON.stringify(countsOf({ page, page_size }, Number(total), rows.length));
  return new JsonPieces(listOf(service, organization_id, rows, counts));
}

type Calls = ReturnType<typeof selectCalls>;
const withSubmission = (calls: Calls) =>
  calls.innerJoin("call_submission", "call_submission.call_id", "call.id");
const shownColumns = (calls: Calls) =>
  withSubmission(calls).selectAll("call").select("call_submission.submission");

/** A page of calls, which may be gigabytes. Reads some at a time, and answers other requests in between. */
async function* listOf(
  service: Reading,
  organization_id: string,
  page: readonly Sized<string>[],
  counts: string,
): AsyncGenerator<string | Uint8Array> {
  let head = `{"call_logs":[`;
  for (const ids of portionsOf(page)) {
    // Leaves out calls deleted in the meantime.
    const rows = await shownColumns(selectCalls(service.db, organization_id))
      .where("id", "in", ids)
      .orderBy("seq", "desc")
      .execute();
    if (rows.length === 0) continue;
    const calls = await publishCalls(service, rows);
    if (typeof calls === "string") yield head + calls;
    else yield* [head, calls];
    head = ",";
    await yieldNow();
  }
  yield `${head === "," ? "" : head}],${counts.slice(1)}`;
}
