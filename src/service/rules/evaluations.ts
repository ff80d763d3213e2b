/** Finished calls and chats, submitted for evaluation. */
import { Readable } from "node:stream";
import { type Kysely, sql } from "kysely";
import { mediaTypeOf } from "../../contract/rules/recording-data-url.ts";
import { conflict, notFound } from "../errors.ts";
import type { Call, Handlers, Service } from "../handler.ts";
import { JsonPieces, JsonText } from "../json-text.ts";
import { chunks } from "../store/chunks.ts";
import { prepared, unanswered } from "../store/prepared.ts";
import type { Database, Row } from "../store/schema.ts";
import { type StoredSubmission, storedOf } from "../submissions/submission.ts";
import { toUtc } from "../time.ts";
import { nextTurn } from "../turns.ts";
import { requireAgent } from "./agents.ts";
import { isBeingEvaluated, queueAgain } from "./evaluations/again.ts";
import { replaceIfLonger } from "./evaluations/longer-call.ts";
import { recordingColumns } from "./evaluations/recording.ts";
import { redactSubmission } from "./evaluations/redact-submission.ts";
import { type References, requireReferences } from "./evaluations/references.ts";
import { findSentBefore, type SentBefore } from "./evaluations/sent-before.ts";
import { countsOf, offsetOf } from "./page.ts";
import { publishCalls } from "./published/calls.ts";

export const evaluationHandlers = {
  async evaluate(call, service) {
    const { organization_id, body, large, idempotency_key } = call;
    const { recording_base64, ...submission } = body;
    for (;;) {
      // Redacts large submissions before the transaction, which others wait for.
      const before = large && (await requireReferences(service.db, organization_id, body));
      const masked = before?.redact_pii ? await large?.redacted() : large?.stored;
      const texts = () =>
        large
          ? [large.stored.text, masked?.text]
          : [JSON.stringify(submission), JSON.stringify(redactSubmission(submission))];
      const answer = await service.write(
        async (transaction) => {
          const sent = await findSentBefore(transaction, call, texts);
          if (sent) return answerAgain(transaction, service, call, sent, texts);
          return queueCall(transaction, service, call, ({ redact_pii }) => {
            if (!before) return storedOf(redact_pii ? redactSubmission(submission) : submission);
            // If the agent has been changed since, checks again.
            return before.redact_pii === redact_pii ? masked : undefined;
          });
        },
        { about: idempotency_key === undefined ? [] : [`call ${organization_id} ${idempotency_key}`] },
      );
      if (answer) return answer;
    }
  },

  async rerun_evaluation({ organization_id, params: { call_id } }, service) {
    return service.write(async (transaction) => {
      const call = await requireSettledCall(transaction, organization_id, call_id);
      await queueAgain(transaction, service, call.id);
      return { status: "success", call_id: call.id, message: "the call is queued for evaluation" };
    });
  },

  async get_call_log({ organization_id, params: { call_id } }, service) {
    return showCall(service, organization_id, call_id);
  },

  async list_call_logs({ organization_id, params: { agent_id }, query: { last, ...page } }, service) {
    await requireAgent(service.db, organization_id, agent_id);
    return pageOfCalls(service, organization_id, { agent_id, since: startOf(last, service.now()), ...page });
  },
} satisfies Partial<Handlers>;

const DAY_MS = 86_400_000;

/** When a period such as `7days` that ends now began, or undefined for all time. */
function startOf(last: string | undefined, now: Date): string | undefined {
  const days = Number.parseInt(last ?? "all", 10);
  return Number.isNaN(days) ? undefined : new Date(now.getTime() - days * DAY_MS).toISOString();
}

/** A call with its submission and evaluation, or 404. */
export async function showCall(service: Service, organization_id: string, call_id: string) {
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
  service: Service,
  organization_id: string,
  { page, page_size, ...filter }: CallFilter,
): Promise<JsonPieces> {
  const { agent_id, status, outcome, tag, id, since, until } = filter;
  let calls = selectCalls(service.db, organization_id);
  if (agent_id !== undefined) calls = calls.where("agent_id", "=", agent_id);
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

const insertCall = prepared((db, row: Omit<Row<"call">, "seq" | "evaluation" | "outcome" | "revision">) =>
  db.insertInto("call").values({
    id: row.id,
    organization_id: row.organization_id,
    agent_id: row.agent_id,
    status: row.status,
    start_time_utc: row.start_time_utc,
    prompt_version: row.prompt_version,
    knowledge_base_version: row.knowledge_base_version,
    submission_head: row.submission_head,
    recording: row.recording,
    recording_key: row.recording_key,
    idempotency_key: row.idempotency_key,
    created_at: row.created_at,
  }),
);

const insertSubmission = prepared((db, row: Row<"call_submission">) =>
  db.insertInto("call_submission").values({ call_id: row.call_id, submission: row.submission }),
);

/** Stores a call and queues its evaluation. Does nothing if there is nothing to store. */
async function queueCall(
  transaction: Kysely<Database>,
  service: Service,
  { organization_id, body, upload, idempotency_key }: Call<"evaluate">,
  storedBy: (references: References) => StoredSubmission | undefined,
) {
  const references = await requireReferences(transaction, organization_id, body);
  const stored = storedBy(references);
  if (!stored) return undefined;
  const recording =
    body.recording_base64 && upload ? { media_type: mediaTypeOf(body.recording_base64), ...upload } : null;
  const call_id = service.newId();
  await insertCall(transaction, {
    id: call_id,
    organization_id,
    agent_id: references.agent_id,
    status: "QUEUED",
    start_time_utc: toUtc(body.start_time_utc),
    prompt_version: references.prompt_version,
    knowledge_base_version: references.knowledge_base_version,
    submission_head: stored.head,
    ...recordingColumns(recording),
    idempotency_key: idempotency_key ?? null,
    created_at: body.created_at ? toUtc(body.created_at) : service.now().toISOString(),
  });
  await insertSubmission(transaction, { call_id, submission: stored.text });
  for (const chunk of chunks([...new Set(stored.tags)]))
    await unanswered(
      transaction,
      transaction.insertInto("call_tag").values(chunk.map((tag) => ({ call_id, tag }))),
    );
  await service.jobs.add(transaction, [{ kind: "evaluate_call", payload: { call_id } }]);
  const message = ["the call is stored and queued for evaluation", ...references.warnings].join("; ");
  return { status: "success", call_id, message };
}

/** The answer for a call that is stored. A later version of another platform's call replaces it if it says more. */
async function answerAgain(
  transaction: Kysely<Database>,
  service: Service,
  { organization_id, body, upload }: Call<"evaluate">,
  { call_id, is_same }: SentBefore,
  texts: () => readonly (string | undefined)[],
) {
  const done = (message: string) => ({ status: "success", call_id, message });
  if (is_same) return done("the same request has already stored this call");
  const { redact_pii } = await requireReferences(transaction, organization_id, body);
  const [plain, masked] = texts();
  const text = (redact_pii ? masked : undefined) ?? plain ?? "";
  const media_type = body.recording_base64 ? mediaTypeOf(body.recording_base64) : undefined;
  return (await replaceIfLonger(transaction, service, call_id, { text, upload }, media_type))
    ? done("the call says more than the stored one, replaces it, and is queued for evaluation")
    : done("the call is stored already and says no more than that");
}

const selectCalls = (db: Kysely<Database>, organization_id: string) =>
  db.selectFrom("call").where("organization_id", "=", organization_id);

/** The organization's call with this id, or 404. */
export async function requireCall(db: Kysely<Database>, organization_id: string, call_id: string) {
  const row = await selectCalls(db, organization_id)
    .select(["seq", "id", "agent_id", "status", "recording_key"])
    .where("id", "=", call_id.toLowerCase())
    .executeTakeFirst();
  if (!row) throw notFound("call", call_id);
  return row;
}

/** The same, but 409 while it is being evaluated. */
export async function requireSettledCall(db: Kysely<Database>, organization_id: string, call_id: string) {
  const call = await requireCall(db, organization_id, call_id);
  if (isBeingEvaluated(call))
    throw conflict(`call ${call.id} is being evaluated; try again when that is done`);
  return call;
}

type Calls = ReturnType<typeof selectCalls>;
const withSubmission = (calls: Calls) =>
  calls.innerJoin("call_submission", "call_submission.call_id", "call.id");
const shownColumns = (calls: Calls) =>
  withSubmission(calls).selectAll("call").select("call_submission.submission");

/** How many bytes of calls are read at once. */
const BYTES_AT_ONCE = 1024 * 1024;
const CALLS_AT_ONCE = 200;

/** A page of calls, which may be gigabytes. Reads some at a time, and answers other requests in between. */
async function* listOf(
  service: Service,
  organization_id: string,
  page: readonly { readonly id: string; readonly bytes: number }[],
  counts: string,
): AsyncGenerator<string | Uint8Array> {
  let head = `{"call_logs":[`;
  for (let at = 0; at < page.length; ) {
    let bytes = 0;
    const from = at;
    do bytes += Number(page[at++]?.bytes);
    while (at < page.length && at - from < CALLS_AT_ONCE && bytes + Number(page[at]?.bytes) <= BYTES_AT_ONCE);
    const ids = page.slice(from, at).map(({ id }) => id);
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
    await nextTurn();
  }
  yield `${head === "," ? "" : head}],${counts.slice(1)}`;
}
