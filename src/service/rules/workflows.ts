/** Workflows: graphs of the conversations that an agent must follow. */
import type { Handlers } from "../handler.ts";
import { requireAgent } from "./agents.ts";
import { requireWorkflow } from "./workflow-changes.ts";
import { insertWorkflow } from "./workflows/insert.ts";
import { showWorkflow } from "./workflows/show.ts";

export const workflowHandlers = {
  async create_workflow({ organization_id, body }, service) {
    return service.write(async (transaction) =>
      showWorkflow(await insertWorkflow(transaction, service, organization_id, body)),
    );
  },

  async get_workflow({ organization_id, params: { workflow_id } }, { db }) {
    return showWorkflow(await requireWorkflow(db, organization_id, workflow_id));
  },

  async list_workflows({ organization_id, params: { agent_id } }, { db }) {
    await requireAgent(db, organization_id, agent_id);
    const rows = await db
      .selectFrom("workflow")
      .selectAll()
      .where("agent_id", "=", agent_id)
      .orderBy("created_at")
      .orderBy("id")
      .execute();
    return { workflows: rows.map(showWorkflow), total: rows.length };
  },
} satisfies Partial<Handlers>;
