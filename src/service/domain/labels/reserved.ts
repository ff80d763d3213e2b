import type { Kysely } from "kysely";
import { RESERVED_LABELS } from "../../../contract/values.ts";
import type { Clock } from "../../clock.ts";
import type { Ids } from "../../ids.ts";
import type { Database } from "../../store/schema.ts";

/** `production` protects a version from deletion. The service keeps `latest` on the highest version. */
export const [PRODUCTION, LATEST] = RESERVED_LABELS;

export const isReserved = (label_text: string) => RESERVED_LABELS.some((reserved) => reserved === label_text);

/** The order in which labels are shown: production, latest, then the others by their text. */
export function inOrder(label_texts: readonly string[]): string[] {
  const others = label_texts.filter((label_text) => !isReserved(label_text));
  return [...RESERVED_LABELS.filter((reserved) => label_texts.includes(reserved)), ...others.sort()];
}

/** Every agent has the reserved labels from the start, not yet on any version. */
export async function createReservedLabels(
  transaction: Kysely<Database>,
  { now, newId }: Clock & Ids,
  agent_id: number,
): Promise<void> {
  const created_at = now().toISOString();
  await transaction
    .insertInto("label")
    .values(RESERVED_LABELS.map((label_text) => ({ id: newId(), agent_id, label_text, created_at })))
    .execute();
}
