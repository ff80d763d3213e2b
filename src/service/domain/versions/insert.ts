import type { Kysely } from "kysely";
import { PromptVersionCreate } from "../../../contract/schemas/index.ts";
import type { Output } from "../../../contract/types.ts";
import type { Clock } from "../../clock.ts";
import { notFound } from "../../errors.ts";
import type { Ids } from "../../ids.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database } from "../../store/schema.ts";
import { numberOf } from "../ids.ts";
import { LATEST } from "../labels/reserved.ts";
import { unknownFieldsOf } from "../unknown-fields.ts";
import { KNOWLEDGE_BASE, PROMPT, type VersionKind } from "./kinds.ts";
import { addLabels } from "./labels.ts";
import type { VersionRow } from "./read.ts";

/** A new version, before the service gives it a number. */
export type VersionDraft = Omit<Output<"PromptVersionCreate">, "prompt_text"> & { readonly text: string };

interface Owner {
  readonly organization_id: string;
  readonly agent_id: number;
}

/** Values that a seed may set and that the service otherwise assigns. */
interface Given {
  readonly id?: string | undefined;
}

/**
 * Adds a version to an agent. The number comes from the agent's counter, so a number is never reused, even
 * after the highest version was deleted. The first statement locks the agent's row, so versions of one agent
 * are added one after the other. 404 if the organization does not have the agent, 409 if another version has
 * one of the labels.
 */
export async function insertVersion(
  transaction: Kysely<Database>,
  service: Clock & Ids,
  kind: VersionKind,
  { organization_id, agent_id }: Owner,
  { text, ...draft }: VersionDraft,
  { id = service.newId() }: Given = {},
): Promise<VersionRow> {
  const { count, insert, putLatest } = STATEMENTS[kind.table];
  const agent = numberOf(agent_id);
  const [counted] = agent === undefined ? [] : await count(transaction, { agent_id: agent, organization_id });
  if (!counted) throw notFound("agent", agent_id);
  const row = {
    id,
    agent_id,
    version: counted.next - 1,
    text,
    commit_message: draft.commit_message ?? null,
    metadata: draft.metadata ? JSON.stringify(draft.metadata) : null,
    unknown_fields: unknownFieldsOf(PromptVersionCreate, draft),
    created_at: service.now().toISOString(),
  };
  await insert(transaction, row);
  // No version has a higher number.
  await putLatest(transaction, { id, agent_id });
  if (draft.labels?.length)
    await addLabels(transaction, service, kind, row, { labels: draft.labels, override_label: false });
  return row;
}

const statementsFor = (kind: VersionKind) => ({
  count: prepared((db, { agent_id, organization_id }: Owner) =>
    db
      .updateTable("agent")
      .set(kind.counter, (counted) => counted(kind.counter, "+", 1))
      .where("id", "=", agent_id)
      .where("organization_id", "=", organization_id)
      .returning(`${kind.counter} as next`),
  ),
  insert: prepared((db, row: VersionRow) =>
    db.insertInto(kind.table).values({
      id: row.id,
      agent_id: row.agent_id,
      version: row.version,
      text: row.text,
      commit_message: row.commit_message,
      metadata: row.metadata,
      unknown_fields: row.unknown_fields,
      created_at: row.created_at,
    }),
  ),
  putLatest: prepared((db, version: Pick<VersionRow, "id" | "agent_id">) =>
    db
      .updateTable("label")
      .set(kind.holder, version.id)
      .where("agent_id", "=", version.agent_id)
      .where("label_text", "=", LATEST),
  ),
});

const STATEMENTS = {
  prompt_version: statementsFor(PROMPT),
  knowledge_base_version: statementsFor(KNOWLEDGE_BASE),
};
