/** Customer personas: who calls, and for what. They are material for digital humans. */
import type { Output } from "../../contract/types.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import { type Document, documentsOf, fieldsOf } from "../domain/documents/documents.ts";
import type { Handlers } from "./handler.ts";

const personas = documentsOf("persona", "customer persona");

export const personaHandlers = {
  async create_customer_persona({ organization_id, body: { agent_id, ...fields } }, service) {
    return service.write(async (transaction) => {
      const agent = agent_id ? await requireAgent(transaction, organization_id, agent_id) : undefined;
      return show(await personas.insert(transaction, service, organization_id, fields, agent?.id));
    });
  },

  async get_customer_persona({ organization_id, params: { persona_id } }, { db }) {
    return show(await personas.require(db, organization_id, persona_id));
  },

  async list_customer_personas({ organization_id, params }, { db }) {
    const { id } = await requireAgent(db, organization_id, params.agent_id);
    const rows = await personas
      .list(db, organization_id)
      .where((row) => row.or([row("agent_id", "=", id), row("agent_id", "is", null)]))
      .execute();
    return rows.map(show);
  },

  async update_customer_persona({ organization_id, params: { persona_id }, body }, { write }) {
    return write(async (transaction) => {
      const row = await personas.require(transaction, organization_id, persona_id);
      return show(await personas.change(transaction, row, body, ["name", "description", "goal"]));
    });
  },

  async delete_customer_persona({ organization_id, params: { persona_id } }, { write }) {
    return write(async (transaction) => {
      const row = await personas.require(transaction, organization_id, persona_id);
      await personas.remove(transaction, row);
      return show(row);
    });
  },
} satisfies Partial<Handlers>;

const show = (row: Document): Output<"Persona"> => ({
  ...fieldsOf(row),
  id: row.id,
  agent_id: row.agent_id,
  org_id: row.organization_id,
  created_at: row.created_at,
});
