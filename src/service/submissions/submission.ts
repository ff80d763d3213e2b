import { type Kysely, sql } from "kysely";
import type { Output } from "../../contract/types.ts";
import type { Database, Row } from "../store/schema.ts";

/** The stored form of the body of E2, without the bytes of the recording. */
export type Submission = Omit<Output<"EvaluateRequest">, "recording_base64">;

/** The small part of a submission, without what was said and done in the call, which may be large. */
export interface SubmissionHead extends Pick<Submission, HeadField> {
  readonly has_transcript: boolean;
}

/** All other fields, including unknown ones, may be large too. */
export const HEAD_FIELDS = [
  "agent_id",
  "external_agent_id",
  "start_time_utc",
  "participants",
  "recording_url",
  "call_direction",
  "interface",
  "transcript_url",
  "trace_id",
  "created_at",
  "webhook_tag",
  "custom_metrics",
  "custom_metric_tags",
  "label",
  "enable_phrase_latencies",
  "conversation_ended_by",
  "multichannel",
] as const satisfies readonly (keyof Submission)[];
type HeadField = (typeof HEAD_FIELDS)[number];

/** The head of a submission, which is stored next to it. */
function headOf(submission: Submission): SubmissionHead {
  const head = Object.fromEntries(HEAD_FIELDS.map((field) => [field, submission[field]]));
  return { ...(head as Pick<Submission, HeadField>), has_transcript: Boolean(submission.transcript?.length) };
}

/** The stored form of a submission, serialized. */
export interface StoredSubmission {
  /** JSON: `SubmissionHead`. */
  readonly head: string;
  /** JSON: `Submission`. */
  readonly text: string;
  readonly tags: readonly string[];
}

/** A submission that a thread has read. The body of its call has only the fields needed to file it. */
export interface LargeSubmission {
  readonly stored: StoredSubmission;
  /** The same with personal data masked. */
  redacted(): Promise<StoredSubmission>;
}

/** Up to this many characters, personal data is masked on the main thread, in less than 20 ms. */
export const SMALL_TO_MASK = 2048;

/** Masks personal data in large fields without blocking other work. */
export interface MaskThread {
  /** @param fields JSON. The result is JSON too */
  mask(fields: string): Promise<string>;
  redact(stored: StoredSubmission): Promise<StoredSubmission>;
}

export const storedOf = (submission: Submission): StoredSubmission => ({
  head: JSON.stringify(headOf(submission)),
  text: JSON.stringify(submission),
  tags: submission.tags ?? [],
});

/** The head of a stored call. In rows older than the column, only the submission has it. */
export async function readHead(
  db: Kysely<Database>,
  { id, submission_head }: Pick<Row<"call">, "id" | "submission_head">,
): Promise<SubmissionHead> {
  if (submission_head !== null) return JSON.parse(submission_head);
  return headOf(JSON.parse(await readSubmission(db, id)));
}

/** JSON. */
export async function readSubmission(db: Kysely<Database>, call_id: string): Promise<string> {
  const call = await db
    .selectFrom("call_submission")
    .select("submission")
    .where("call_id", "=", call_id)
    .executeTakeFirstOrThrow();
  return call.submission;
}

/** JSON. Undefined if it is larger; then it is not read. */
export async function readSubmissionUpTo(
  db: Kysely<Database>,
  call_id: string,
  bytes_maximum: number,
): Promise<string | undefined> {
  const call = await db
    .selectFrom("call_submission")
    .select(
      sql<string | null>`case when octet_length(submission) <= ${bytes_maximum} then submission end`.as(
        "submission",
      ),
    )
    .where("call_id", "=", call_id)
    .executeTakeFirstOrThrow();
  return call.submission ?? undefined;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : null);

const textsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : null;

/** How long a call of another platform took, according to that platform. */
export function statedDuration({ metadata }: Pick<Submission, "metadata">): number | null {
  const { duration_ms }: { readonly duration_ms?: unknown } = Object(metadata?.["source"]);
  return Number.isSafeInteger(duration_ms) && Number(duration_ms) >= 0 ? Number(duration_ms) : null;
}

/**
 * The keys of `metadata` that influence the measurements of a call: `language`, `reference_transcript`,
 * `effectful_tools`, `read_only_tools`, and `source.duration_ms`.
 */
export const measuringHints = ({ metadata }: Submission) => ({
  language: textOf(metadata?.["language"]),
  reference_transcript: textOf(metadata?.["reference_transcript"]),
  effectful_tools: textsOf(metadata?.["effectful_tools"]),
  read_only_tools: textsOf(metadata?.["read_only_tools"]),
  stated_duration_ms: statedDuration({ metadata }),
});

/**
 * The dynamic variables `prompt_text` and `kb_text` of a call: the texts of the versions that its label
 * selected. Keys in its own metadata take precedence.
 */
export async function versionTexts(
  db: Kysely<Database>,
  call: Pick<Row<"call">, "agent_id" | "prompt_version" | "knowledge_base_version">,
): Promise<Record<string, string>> {
  const textOfVersion = async (
    table: "prompt_version" | "knowledge_base_version",
    version: number | null,
  ): Promise<string | undefined> => {
    if (version === null) return undefined;
    const row = await db
      .selectFrom(table)
      .select("text")
      .where("agent_id", "=", call.agent_id)
      .where("version", "=", version)
      .executeTakeFirst();
    return row?.text;
  };
  const prompt_text = await textOfVersion("prompt_version", call.prompt_version);
  const kb_text = await textOfVersion("knowledge_base_version", call.knowledge_base_version);
  return { ...(prompt_text !== undefined && { prompt_text }), ...(kb_text !== undefined && { kb_text }) };
}
