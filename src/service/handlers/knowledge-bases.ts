/** Knowledge bases of the organization, which agents share. */
import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import { agentsOfEach, linkAgents } from "../domain/documents/agents.ts";
import { type Document, fieldsOf } from "../domain/documents/documents.ts";
import { sharedKnowledge as bases, documentsIn } from "../domain/documents/knowledge.ts";
import { badRequest } from "../errors.ts";
import type { Database } from "../store/schema.ts";
import type { Handlers } from "./handler.ts";

export const knowledgeBaseHandlers = {
  async list_shared_knowledge_bases({ organization_id }, { db }) {
    const rows = await bases.list(db, organization_id).execute();
    const agentsOf = await agentsOfEach(db, rows);
    return rows.map((row) => listed(row, agentsOf(row)));
  },

  async create_shared_knowledge_base({ organization_id, body }, service) {
    return service.write(async (transaction) =>
      show(transaction, await bases.insert(transaction, service, organization_id, body)),
    );
  },

  async get_shared_knowledge_base({ organization_id, params }, { db }) {
    return show(db, await bases.require(db, organization_id, params.knowledge_base_id));
  },

  async update_shared_knowledge_base({ organization_id, params, body }, { write }) {
    if (Object.keys(body).length === 0)
      throw badRequest("nothing to change: send a name, a description or documents");
    return write(async (transaction) => {
      const row = await bases.require(transaction, organization_id, params.knowledge_base_id);
      return show(transaction, await bases.change(transaction, row, body, ["name", "documents"]));
    });
  },

  async delete_shared_knowledge_base({ organization_id, params }, { write }) {
    return write(async (transaction) => {
      const row = await bases.require(transaction, organization_id, params.knowledge_base_id);
      await bases.remove(transaction, row);
      return null;
    });
  },

  async attach_knowledge_base({ organization_id, params: { knowledge_base_id, agent_id } }, { write }) {
    return write(async (transaction) => {
      const row = await bases.require(transaction, organization_id, knowledge_base_id);
      await linkAgents(transaction, row, [agent_id]);
      return show(transaction, row);
    });
  },

  async detach_knowledge_base({ organization_id, params: { knowledge_base_id, agent_id } }, { write }) {
    return write(async (transaction) => {
      const row = await bases.require(transaction, organization_id, knowledge_base_id);
      const { id } = await requireAgent(transaction, organization_id, agent_id);
      await transaction
        .deleteFrom("agent_document")
        .where("document_id", "=", row.id)
        .where("agent_id", "=", id)
        .execute();
      return null;
    });
  },
} satisfies Partial<Handlers>;

function listed(row: Document, agent_ids: number[]) {
  const { documents, ...fields } = fieldsOf(row);
  return {
    description: null,
    ...fields,
    id: row.id,
    document_count: documentsIn(row).length,
    agent_ids,
    created_at: row.created_at,
  };
}

async function show(db: Kysely<Database>, row: Document): Promise<Output<"KnowledgeBase">> {
  const agentsOf = await agentsOfEach(db, [row]);
  const documents = documentsIn(row).map((document) => ({ ...document, status: "ready" }));
  return { ...listed(row, agentsOf(row)), documents };
}
