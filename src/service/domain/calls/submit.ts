/** Stores submitted calls, each once, and queues their evaluation. */
import type { Kysely } from "kysely";
import { mediaTypeOf } from "../../../contract/rules/recording-data-url.ts";
import type { ReadBody } from "../../../contract/types.ts";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../ids.ts";
import type { Jobs } from "../../jobs/promised.ts";
import { chunks } from "../../store/chunks.ts";
import { executeUnawaited, prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import {
  type LargeSubmission,
  type MaskThread,
  SMALL_TO_MASK,
  type StoredSubmission,
  type Submission,
  storedOf,
} from "../../submissions/submission.ts";
import { toUtc } from "../../time.ts";
import type { CompareThread } from "./longer-call.ts";
import { type Recording, recordingColumns } from "./recording.ts";
import { redactSubmission } from "./redact-submission.ts";
import { type References, requireReferences } from "./references.ts";
import { type Comparison, compareCalls, type Longer, replaceCall } from "./replace-call.ts";
import { findSentBefore, type SentBefore, type SentCall } from "./sent-before.ts";

/** A call as it is submitted. */
export interface SubmittedCall extends SentCall {
  readonly body: ReadBody<"evaluate">;
  /** The JSON text of a large body; `body` then lacks the fields that may be large. */
  readonly large?: LargeSubmission | undefined;
}

type Submitting = Store & Clock & Ids & Jobs & { readonly thread: CompareThread & MaskThread };

type Stored = ReturnType<typeof done>;

/**
 * Stores a call and queues its evaluation. If the same request has stored it already, changes nothing; a later version
 * of another platform's call replaces the stored one if it says more.
 */
export async function submitCall(call: SubmittedCall, service: Submitting): Promise<Stored> {
  const { organization_id, body, idempotency_key } = call;
  const { recording_base64, ...submission } = body;
  const large = call.large ?? maskedInThread(service, submission);
  const recording = recordingIn(call);
  let longer: Longer | undefined;
  for (let times = 1; ; times += 1) {
    // Redacts large submissions before the transaction, which others wait for.
    const early_references = large && (await requireReferences(service.db, organization_id, body));
    const masked = early_references?.redact_pii ? await large?.redacted() : large?.stored;
    const storedBy = ({ redact_pii }: References) => {
      if (!early_references) return storedOf(redact_pii ? redactSubmission(submission) : submission);
      return early_references.redact_pii === redact_pii ? masked : undefined;
    };
    const texts = () =>
      large
        ? [large.stored.text, masked?.text]
        : [JSON.stringify(submission), JSON.stringify(redactSubmission(submission))];
    const answer = await service.write(
      async (transaction) => {
        const sent = await findSentBefore(transaction, call, texts);
        if (sent?.is_same) return done(sent.call_id, "the same request has already stored this call");
        const references = await requireReferences(transaction, organization_id, body);
        const stored = storedBy(references);
        // The agent has been changed since.
        if (!stored) return undefined;
        if (sent) return replaceOrCompare(transaction, service, sent, stored.text, recording, longer);
        return queueCall(transaction, service, call, references, stored, recording);
      },
      { about: idempotency_key === undefined ? [] : [`call ${organization_id} ${idempotency_key}`] },
    );
    if (answer && "status" in answer) return answer;
    longer = answer && (await compareCalls(service, answer, times));
    if (answer && !longer)
      return done(answer.call_id, "the call is stored already and says no more than that");
  }
}

/** A submission that has been read, but takes long to mask. Undefined if it is small. */
function maskedInThread({ thread }: Submitting, submission: Submission): LargeSubmission | undefined {
  const stored = storedOf(submission);
  if (stored.text.length <= SMALL_TO_MASK) return undefined;
  return { stored, redacted: () => thread.redact(stored) };
}

const insertCall = prepared((db, row: Omit<Row<"call">, "seq" | "evaluation" | "outcome" | "revision">) =>
  db.insertInto("call").values({
    id: row.id,
    organization_id: row.organization_id,
    agent_id: row.agent_id,
    status: row.status,
    start_time_utc: row.start_time_utc,
    label: row.label,
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

const done = (call_id: string, message: string) => ({ status: "success" as const, call_id, message });

function recordingIn({ body, upload }: SubmittedCall): Recording | null {
  if (!body.recording_base64 || !upload) return null;
  return { media_type: mediaTypeOf(body.recording_base64), ...upload };
}

/** Stores a call and queues its evaluation. */
async function queueCall(
  transaction: Kysely<Database>,
  service: Clock & Ids & Jobs,
  { organization_id, body, idempotency_key }: SubmittedCall,
  references: References,
  stored: StoredSubmission,
  recording: Recording | null,
) {
  const call_id = service.newId();
  await insertCall(transaction, {
    id: call_id,
    organization_id,
    agent_id: references.agent_id,
    status: "QUEUED",
    start_time_utc: toUtc(body.start_time_utc),
    label: references.label,
    prompt_version: references.prompt_version,
    knowledge_base_version: references.knowledge_base_version,
    submission_head: stored.head,
    ...recordingColumns(recording),
    idempotency_key: idempotency_key ?? null,
    created_at: body.created_at ? toUtc(body.created_at) : service.now().toISOString(),
  });
  await insertSubmission(transaction, { call_id, submission: stored.text });
  for (const chunk of chunks([...new Set(stored.tags)]))
    await executeUnawaited(
      transaction,
      transaction.insertInto("call_tag").values(chunk.map((tag) => ({ call_id, tag }))),
    );
  await service.jobs.add(transaction, [{ kind: "evaluate_call", payload: { call_id } }]);
  const message = ["the call is stored and queued for evaluation", ...references.warnings].join("; ");
  return done(call_id, message);
}

/**
 * A later version of another platform's call replaces the stored one if it says more. Whether it does is found out
 * outside the transaction, so the first time this only tells what to compare.
 */
async function replaceOrCompare(
  transaction: Kysely<Database>,
  service: Clock & Ids & Jobs,
  { call_id, stored, revision }: SentBefore,
  later: string,
  recording: Recording | null,
  longer: Longer | undefined,
): Promise<Stored | Comparison> {
  const is_compared = longer?.revision === revision && longer.later === later;
  if (is_compared && (await replaceCall(transaction, service, longer, recording)))
    return done(call_id, "the call says more than the stored one, replaces it, and is queued for evaluation");
  return { call_id, stored, revision, later };
}
