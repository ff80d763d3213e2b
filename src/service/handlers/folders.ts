/** Folders of agents. The id of its folder is a field of an agent. */
import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import { type Document, documentsOf, fieldsOf } from "../domain/documents/documents.ts";
import type { Database, Row } from "../store/schema.ts";
import { agentHandlers } from "./agents.ts";
import type { Handlers } from "./handler.ts";

const folders = documentsOf("folder");

export const folderHandlers = {
  async list_folders({ organization_id }, { db }) {
    return (await folders.list(db, organization_id).execute()).map(show);
  },

  async create_folder({ organization_id, body }, service) {
    return service.write(async (transaction) =>
      show(await folders.insert(transaction, service, organization_id, body)),
    );
  },

  async get_folder({ organization_id, params: { folder_id } }, { db }) {
    return show(await folders.require(db, organization_id, folder_id));
  },

  async update_folder({ organization_id, params: { folder_id }, body }, { write }) {
    return write(async (transaction) => {
      const row = await folders.require(transaction, organization_id, folder_id);
      return show(await folders.change(transaction, row, body, []));
    });
  },

  async delete_folder({ organization_id, params: { folder_id } }, { write }) {
    return write(async (transaction) => {
      const row = await folders.require(transaction, organization_id, folder_id);
      for (const agent of await agentsIn(transaction, row)) await putInto(transaction, agent, null);
      await folders.remove(transaction, row);
      return { folder_id: row.id, status: "success" as const };
    });
  },

  async move_agent_to_folder({ organization_id, body: { agent_id, folder_id = null } }, { write }) {
    return write(async (transaction) => {
      const agent = await requireAgent(transaction, organization_id, agent_id);
      const folder = folder_id && (await folders.require(transaction, organization_id, folder_id));
      const id = folder ? folder.id : null;
      await putInto(transaction, agent, id);
      return { agent_id: agent.id, folder_id: id, status: "success" as const };
    });
  },

  async list_agents_by_folder(request, service) {
    const { id } = await folders.require(service.db, request.organization_id, request.params.folder_id);
    const agents = await agentHandlers.list_agents({ ...request, params: {} }, service);
    return agents.filter(({ folder_id }) => folder_id?.toLowerCase() === id);
  },
} satisfies Partial<Handlers>;

const show = (row: Document): Output<"Folder"> => ({
  ...fieldsOf(row),
  id: row.id,
  organization_id: row.organization_id,
  created_at: row.created_at,
});

async function agentsIn(db: Kysely<Database>, { id, organization_id }: Document): Promise<Row<"agent">[]> {
  const agents = await db
    .selectFrom("agent")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .execute();
  return agents.filter(({ record }) => JSON.parse(record).folder_id?.toLowerCase() === id);
}

async function putInto(
  transaction: Kysely<Database>,
  { id, record }: Row<"agent">,
  folder_id: string | null,
): Promise<void> {
  const changed = JSON.stringify({ ...JSON.parse(record), folder_id });
  await transaction.updateTable("agent").set({ record: changed }).where("id", "=", id).execute();
}
