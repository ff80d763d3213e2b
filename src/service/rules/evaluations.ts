/** Finished calls and chats, submitted for evaluation. */
import type { Kysely } from "kysely";
import { mediaTypeOf } from "../../contract/rules/recording-data-url.ts";
import type { Output } from "../../contract/types.ts";
import { conflict, notFound } from "../errors.ts";
import { headOf } from "../evaluation/submission.ts";
import { type Handlers, JsonText } from "../handler.ts";
import type { Database, Row } from "../store/schema.ts";
import { toUtc } from "../time.ts";
import { requireAgent } from "./agents.ts";
import { recordingColumns } from "./evaluations/recording.ts";
import { redactSubmission } from "./evaluations/redact-submission.ts";
import { requireReferences } from "./evaluations/references.ts";
import { findSentBefore } from "./evaluations/sent-before.ts";
import { countsOf, offsetOf } from "./page.ts";

export const evaluationHandlers = {
  async evaluate(
    { organization_id, body: { recording_base64, ...submission }, upload, idempotency_key },
    service,
  ) {
    const recording =
      recording_base64 && upload ? { media_type: mediaTypeOf(recording_base64), ...upload } : null;
    return service.write(async (transaction) => {
      if (idempotency_key !== undefined) {
        const sent = { submission, sha256: recording?.sha256 };
        const call_id = await findSentBefore(transaction, organization_id, idempotency_key, sent);
        if (call_id)
          return { status: "success", call_id, message: "the call was stored before, by the same request" };
      }
      const references = await requireReferences(transaction, organization_id, submission);
      const kept = references.redact_pii ? redactSubmission(submission) : submission;
      const call = await transaction
        .insertInto("call")
        .values({
          id: service.newId(),
          organization_id,
          agent_id: references.agent_id,
          status: "QUEUED",
          start_time_utc: toUtc(submission.start_time_utc),
          prompt_version: references.prompt_version,
          knowledge_base_version: references.knowledge_base_version,
          submission_head: JSON.stringify(headOf(kept)),
          ...recordingColumns(recording),
          evaluation: null,
          idempotency_key: idempotency_key ?? null,
          created_at: submission.created_at ? toUtc(submission.created_at) : service.now().toISOString(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto("call_submission")
        .values({ call_id: call.id, submission: JSON.stringify(kept) })
        .execute();
      await service.jobs.add(transaction, [{ kind: "evaluate_call", payload: { call_id: call.id } }]);
      const message = ["the call is stored and queued for evaluation", ...references.warnings].join("; ");
      return { status: "success", call_id: call.id, message };
    });
  },

  async rerun_evaluation({ organization_id, params: { call_id } }, service) {
    return service.write(async (transaction) => {
      const call = await requireCall(transaction, organization_id, call_id);
      if (call.status === "QUEUED" || call.status === "EVALUATING")
        throw conflict(`call ${call.id} is being evaluated; it can be evaluated again after that`);
      await transaction
        .updateTable("call")
        .set({ status: "QUEUED", evaluation: null })
        .where("id", "=", call.id)
        .execute();
      // A job of the call that was set aside would evaluate it once more.
      await transaction
        .deleteFrom("job")
        .where("set_aside_at", "is not", null)
        .where("kind", "=", "evaluate_call")
        .where("payload", "=", JSON.stringify({ call_id: call.id }))
        .execute();
      await service.jobs.add(transaction, [{ kind: "evaluate_call", payload: { call_id: call.id } }]);
      return { status: "success", call_id: call.id, message: "the call is queued for evaluation" };
    });
  },

  async get_call_log({ organization_id, params: { call_id } }, { db }) {
    const row = await withSubmission(selectCalls(db, organization_id))
      .where("id", "=", call_id.toLowerCase())
      .executeTakeFirst();
    if (!row) throw notFound("call", call_id);
    return new JsonText(textOf(row));
  },

  async list_call_logs({ organization_id, params: { agent_id }, query: page }, { db }) {
    await requireAgent(db, organization_id, agent_id);
    const calls = selectCalls(db, organization_id).where("agent_id", "=", agent_id);
    const { total } = await calls.select(({ fn }) => fn.countAll().as("total")).executeTakeFirstOrThrow();
    const rows = await withSubmission(calls)
      .orderBy("seq", "desc")
      .limit(page.page_size)
      .offset(offsetOf(page))
      .execute();
    const counts = JSON.stringify(countsOf(page, Number(total), rows.length));
    return new JsonText(`{"calls":[${rows.map(textOf).join(",")}],${counts.slice(1)}`);
  },
} satisfies Partial<Handlers>;

const selectCalls = (db: Kysely<Database>, organization_id: string) =>
  db.selectFrom("call").where("organization_id", "=", organization_id);

async function requireCall(db: Kysely<Database>, organization_id: string, call_id: string) {
  const row = await selectCalls(db, organization_id)
    .select(["id", "status"])
    .where("id", "=", call_id.toLowerCase())
    .executeTakeFirst();
  if (!row) throw notFound("call", call_id);
  return row;
}

type Calls = ReturnType<typeof selectCalls>;
const withSubmission = (calls: Calls) =>
  calls
    .innerJoin("call_submission", "call_submission.call_id", "call.id")
    .selectAll("call")
    .select("call_submission.submission");

/** A call as JSON. What was submitted and what was found may be large: their texts go out as they are stored. */
function textOf(row: Row<"call"> & { readonly submission: string }): string {
  const shown: Omit<Output<"CallLog">, "recording" | "submission" | "evaluation"> = {
    call_id: row.id,
    agent_id: String(row.agent_id),
    status: row.status,
    created_at: row.created_at,
    start_time_utc: row.start_time_utc,
    prompt_version: row.prompt_version,
    knowledge_base_version: row.knowledge_base_version,
  };
  const { recording, submission, evaluation } = row;
  const texts = `"recording":${recording},"submission":${submission},"evaluation":${evaluation}`;
  return `${JSON.stringify(shown).slice(0, -1)},${texts}}`;
}
