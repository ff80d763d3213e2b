/** Knowledge bases that several agents share. They have no versions: what they say now counts. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { Database } from "../../store/schema.ts";
import { type Document, documentsOf, fieldsOf } from "./documents.ts";

export const sharedKnowledge = documentsOf("knowledge_base", "knowledge base");

type Documents = NonNullable<Output<"KnowledgeBaseCreate">["documents"]>;

export const documentsIn = (row: Pick<Document, "fields">): Documents => fieldsOf(row).documents ?? [];

/** What an agent knows: the text of its own version, and the documents that it shares. Undefined if that is nothing. */
export async function knowledgeOf(
  db: Kysely<Database>,
  agent_id: number,
  own: string | null | undefined,
): Promise<string | undefined> {
  const rows = await db
    .selectFrom("document")
    .innerJoin("agent_document", "agent_document.document_id", "document.id")
    .select("document.fields")
    .where("agent_document.agent_id", "=", agent_id)
    .where("document.kind", "=", "knowledge_base")
    .orderBy("document.created_at")
    .orderBy("document.id")
    .execute();
  const shared = rows.flatMap(documentsIn).map(({ name, text }) => `# ${name}\n\n${text}`);
  return shared.length === 0 ? (own ?? undefined) : [...(own ? [own] : []), ...shared].join("\n\n");
}
