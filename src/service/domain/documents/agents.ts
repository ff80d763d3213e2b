/** The agents of a document that may have several. An agent that is deleted leaves them. */
import type { Kysely } from "kysely";
import { groupBy } from "../../../contract/group-by.ts";
import { chunks, inChunks } from "../../store/chunks.ts";
import type { Database } from "../../store/schema.ts";
import { distinct, requireAll } from "../ids.ts";
import type { Document } from "./documents.ts";

/** Adds agents that the document does not have yet. 404 names the ids that do not exist. */
export async function linkAgents(
  transaction: Kysely<Database>,
  { id: document_id, organization_id }: Document,
  named: readonly number[],
): Promise<void> {
  const ids = distinct(named);
  const rows = await inChunks(ids, (chunk) =>
    transaction
      .selectFrom("agent")
      .select("id")
      .where("organization_id", "=", organization_id)
      .where("id", "in", chunk)
      .execute(),
  );
  requireAll("agent", ids, rows);
  for (const chunk of chunks(ids))
    await transaction
      .insertInto("agent_document")
      .values(chunk.map((agent_id) => ({ document_id, agent_id })))
      .onConflict((row) => row.doNothing())
      .execute();
}

/** Replaces the agents of a document. 404 names the ids that do not exist. */
export async function replaceAgents(
  transaction: Kysely<Database>,
  row: Document,
  named: readonly number[],
): Promise<void> {
  await transaction.deleteFrom("agent_document").where("document_id", "=", row.id).execute();
  await linkAgents(transaction, row, named);
}

/** The ids of the agents of each document, in order. */
export async function agentsOfEach(
  db: Kysely<Database>,
  rows: readonly Pick<Document, "id">[],
): Promise<(row: Pick<Document, "id">) => number[]> {
  const links = await inChunks(
    rows.map(({ id }) => id),
    (chunk) =>
      db
        .selectFrom("agent_document")
        .selectAll()
        .where("document_id", "in", chunk)
        .orderBy("agent_id")
        .execute(),
  );
  const ofEach = groupBy(links, ({ document_id }) => document_id);
  return ({ id }) => (ofEach.get(id) ?? []).map(({ agent_id }) => agent_id);
}
