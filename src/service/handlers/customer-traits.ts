/** Customer traits: properties in which an agent's customers differ. */
import type { Output } from "../../contract/types.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import { type Document, documentsOf, fieldsOf } from "../domain/documents/documents.ts";
import type { Handlers } from "./handler.ts";

const traits = documentsOf("trait", "customer trait");

export const customerTraitHandlers = {
  async create_customer_trait({ organization_id, body: { agent_id, ...fields } }, service) {
    return service.write(async (transaction) => {
      const { id } = await requireAgent(transaction, organization_id, agent_id);
      return show(await traits.insert(transaction, service, organization_id, fields, id));
    });
  },

  async get_customer_trait({ organization_id, params: { trait_id } }, { db }) {
    return show(await traits.require(db, organization_id, trait_id));
  },

  async list_customer_traits({ organization_id, query: { agent_id } }, { db }) {
    const all = traits.list(db, organization_id);
    if (agent_id !== undefined) await requireAgent(db, organization_id, agent_id);
    const rows = await (agent_id === undefined ? all : all.where("agent_id", "=", agent_id)).execute();
    return { traits: rows.map(show), total_count: rows.length };
  },

  async update_customer_trait({ organization_id, params: { trait_id }, body }, { write }) {
    return write(async (transaction) => {
      const row = await traits.require(transaction, organization_id, trait_id);
      return show(await traits.change(transaction, row, body, ["name", "data_type"]));
    });
  },

  async delete_customer_trait({ organization_id, params: { trait_id } }, { write }) {
    return write(async (transaction) => {
      const row = await traits.require(transaction, organization_id, trait_id);
      await traits.remove(transaction, row);
      return { message: `customer trait ${row.id} was deleted`, deleted_trait_id: row.id };
    });
  },
} satisfies Partial<Handlers>;

function show({ id, agent_id, created_at, ...row }: Document): Output<"CustomerTrait"> {
  if (agent_id === null) throw new Error(`customer trait ${id} belongs to no agent`);
  return { default_value: null, ...fieldsOf(row), id, agent_id, created_at };
}
