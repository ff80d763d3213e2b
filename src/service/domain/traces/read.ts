/** The spans of a call, a conversation, or a trace. */
import type { Kysely } from "kysely";
import { chunks } from "../../store/chunks.ts";
import type { Database } from "../../store/schema.ts";
import { readHead } from "../../submissions/submission.ts";
import { createYielder } from "../../yield.ts";
import { requireCall } from "../calls/lookup.ts";
import { requireResult } from "../conversations/results.ts";
import { updateOf } from "../conversations/updates.ts";

/** The most spans of one summary, and the most characters. */
const SPANS_MAXIMUM = 20_000;
const CHARACTERS_MAXIMUM = 8_000_000;
/** How many spans are read at a time. */
const PAGE = 500;

/** The trace that a call names, if it names one. */
export async function tracesOfCall(db: Kysely<Database>, organization_id: string, call_id: string) {
  const { id } = await requireCall(db, organization_id, call_id);
  const row = await db
    .selectFrom("call")
    .select(["id", "submission_head"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { trace_id } = await readHead(db, row);
  return typeof trace_id === "string" ? [trace_id] : [];
}

/** The traces of a conversation, reported in an update or by a span. */
export async function tracesOfResult(
  db: Kysely<Database>,
  organization_id: string,
  id: string,
): Promise<string[]> {
  const { trace_ids } = await updateOf(db, (await requireResult(db, organization_id, id)).id);
  return trace_ids ?? [];
}

/** The trace id in a text, which may be a whole W3C traceparent. */
export const traceIdIn = (text: string): string[] => {
  const [, id] =
    /^(?:[\da-f]{2}-)?([\da-f]{32})(?:-[\da-f]{16}-[\da-f]{2})?$/.exec(text.trim().toLowerCase()) ?? [];
  return id === undefined ? [] : [id];
};

/** The spans of traces, each as JSON: `KeptSpan`. Lets other work go first between two pages. */
export async function recordsOf(
  db: Kysely<Database>,
  organization_id: string,
  trace_ids: readonly string[],
): Promise<{ readonly records: string[]; readonly isAll: boolean }> {
  const records: string[] = [];
  let characters = 0;
  const yieldIfDue = createYielder();
  for (const chunk of chunks([...new Set(trace_ids)]))
    for (let after = { trace_id: "", span_id: "" }; ; ) {
      const rows = await db
        .selectFrom("trace_span")
        .select(["trace_id", "span_id", "record"])
        .where("organization_id", "=", organization_id)
        .where("trace_id", "in", chunk)
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple("trace_id", "span_id"), ">", tuple(after.trace_id, after.span_id)),
        )
        .orderBy("trace_id")
        .orderBy("span_id")
        .limit(PAGE)
        .execute();
      for (const { record } of rows) {
        if (records.length === SPANS_MAXIMUM || characters > CHARACTERS_MAXIMUM)
          return { records, isAll: false };
        records.push(record);
        characters += record.length;
      }
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last;
      await yieldIfDue();
    }
  return { records, isAll: true };
}
