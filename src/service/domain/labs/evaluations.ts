/** What was found when a lab tried its metrics. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../ids.ts";
import { chunks } from "../../store/chunks.ts";
import type { Database } from "../../store/schema.ts";
import type { Document } from "../documents/documents.ts";
import type { LabConversation } from "./membership.ts";

type Shown = Output<"LabEvaluated">["metrics"][number];
type Verdict = Shown["verdict"];

export interface Tried {
  readonly conversation: LabConversation;
  readonly metric_id: string;
  /** Null for the metric itself. */
  readonly revision_id: string | null;
  readonly verdict: Verdict;
}

/** Rows of one statement: each binds eight values. */
const ROWS = 100;

/** Stores what was found, and returns it with its ids, in the same order. */
export async function storeTried(
  transaction: Kysely<Database>,
  { newId, now }: Ids & Clock,
  { id: lab_id }: Document,
  tried: readonly Tried[],
): Promise<Shown[]> {
  const created_at = now().toISOString();
  const rows = tried.map(({ conversation, metric_id, revision_id, verdict }) => ({
    id: newId(),
    lab_id,
    metric_id,
    revision_id,
    ...conversation,
    created_at,
    verdict: JSON.stringify(verdict),
  }));
  for (const chunk of chunks(rows, ROWS))
    await transaction.insertInto("lab_evaluation").values(chunk).execute();
  return tried.map(({ metric_id, revision_id, verdict }, index) => ({
    ...(revision_id === null
      ? { type: "custom_metric" as const, id: metric_id }
      : { type: "custom_metric_revision" as const, id: revision_id }),
    eval_id: rows[index]?.id ?? "",
    verdict,
  }));
}
