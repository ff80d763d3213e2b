/** Workflows: graphs of the conversations that an agent must follow. */

import { graphFaults } from "../../engine/generation/workflow/graph.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import { insertWorkflow } from "../domain/workflows/insert.ts";
import { requireWorkflow } from "../domain/workflows/lookup.ts";
import { showWorkflow } from "../domain/workflows/show.ts";
import { badRequest } from "../errors.ts";
import type { Handlers } from "./handler.ts";

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

  async list_all_workflows({ organization_id, query: { agent_id } }, { db }) {
    let workflows = db.selectFrom("workflow").selectAll().where("organization_id", "=", organization_id);
    if (agent_id !== undefined) {
      await requireAgent(db, organization_id, agent_id);
      workflows = workflows.where("agent_id", "=", agent_id);
    }
    const rows = await workflows.orderBy("created_at").orderBy("id").execute();
    return { workflows: rows.map(showWorkflow), total_count: rows.length };
  },

  async update_workflow({ organization_id, params: { workflow_id }, body }, { write }) {
    const { name, agent_ids, description, definition } = body;
    if (agent_ids && agent_ids.length !== 1) throw badRequest("a workflow belongs to exactly one agent");
    if (definition) {
      const faults = graphFaults(definition);
      if (faults.length > 0) throw badRequest(faults.join("; "));
    }
    return write(async (transaction) => {
      const row = await requireWorkflow(transaction, organization_id, workflow_id);
      const agent = await requireAgent(transaction, organization_id, agent_ids?.[0] ?? row.agent_id);
      const described = {
        ...JSON.parse(row.graph),
        ...definition,
        ...(description !== undefined && { description: description ?? undefined }),
      };
      const changed = await transaction
        .updateTable("workflow")
        .set({ name: name ?? row.name, agent_id: agent.id, graph: JSON.stringify(described) })
        .where("id", "=", row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return showWorkflow(changed);
    });
  },

  async duplicate_workflow({ organization_id, params: { workflow_id }, body }, { write, newId, now }) {
    return write(async (transaction) => {
      const row = await requireWorkflow(transaction, organization_id, workflow_id);
      const copy = await transaction
        .insertInto("workflow")
        .values({
          ...row,
          id: newId(),
          name: body.name ?? `${row.name} (copy)`,
          created_at: now().toISOString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return showWorkflow(copy);
    });
  },

  async delete_workflow({ organization_id, params: { workflow_id } }, { write }) {
    return write(async (transaction) => {
      const { id } = await requireWorkflow(transaction, organization_id, workflow_id);
      await transaction.deleteFrom("workflow").where("id", "=", id).execute();
      return { message: `workflow ${id} was deleted`, deleted_workflow_id: id };
    });
  },
} satisfies Partial<Handlers>;
