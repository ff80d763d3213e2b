/** Scenarios: graphs whose every path from the start is a conversation that a digital human follows. */
import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { type ScenarioGraph, scenarioFaults } from "../../engine/generation/scenario/graph.ts";
import { requireAgent } from "../domain/agents/lookup.ts";
import { agentsOfEach, linkAgents, replaceAgents } from "../domain/documents/agents.ts";
import { type Document, documentsOf, fieldsOf } from "../domain/documents/documents.ts";
import { badRequest } from "../errors.ts";
import type { Database } from "../store/schema.ts";
import type { Handlers } from "./handler.ts";

const scenarios = documentsOf("scenario");

export const scenarioHandlers = {
  async list_scenarios({ organization_id, query: { agent_id } }, { db }) {
    const all = scenarios.list(db, organization_id);
    if (agent_id !== undefined) await requireAgent(db, organization_id, agent_id);
    const rows = await (agent_id === undefined
      ? all
      : all.where("id", "in", (from) =>
          from.selectFrom("agent_document").select("document_id").where("agent_id", "=", agent_id),
        )
    ).execute();
    return { workflows: await show(db, rows), total_count: rows.length };
  },

  async create_scenario({ organization_id, body: { agent_ids, ...fields } }, service) {
    requirePaths(fields.definition);
    return service.write(async (transaction) => {
      const row = await scenarios.insert(transaction, service, organization_id, fields);
      await linkAgents(transaction, row, agent_ids ?? []);
      return showOne(transaction, row);
    });
  },

  async get_scenario({ organization_id, params: { workflow_id } }, { db }) {
    return showOne(db, await scenarios.require(db, organization_id, workflow_id));
  },

  async update_scenario({ organization_id, params, body: { agent_ids, ...named } }, { write }) {
    if (named.definition) requirePaths(named.definition);
    return write(async (transaction) => {
      const row = await scenarios.require(transaction, organization_id, params.workflow_id);
      const changed = await scenarios.change(transaction, row, named, ["name", "definition"]);
      if (agent_ids !== undefined) await replaceAgents(transaction, row, agent_ids ?? []);
      return showOne(transaction, changed);
    });
  },

  async delete_scenario({ organization_id, params: { workflow_id } }, { write }) {
    return write(async (transaction) => {
      const row = await scenarios.require(transaction, organization_id, workflow_id);
      await scenarios.remove(transaction, row);
      return { message: `scenario ${row.id} was deleted`, deleted_workflow_id: row.id };
    });
  },
} satisfies Partial<Handlers>;

/** 400 for a graph that no conversation can follow, naming every fault. */
function requirePaths(definition: ScenarioGraph): void {
  const faults = scenarioFaults(definition);
  if (faults.length > 0) throw badRequest(faults.join("; "));
}

async function show(db: Kysely<Database>, rows: readonly Document[]): Promise<Output<"Scenario">[]> {
  const agentsOf = await agentsOfEach(db, rows);
  return rows.map((row) => ({
    description: null,
    ...fieldsOf(row),
    id: row.id,
    organization_id: row.organization_id,
    agent_ids: agentsOf(row),
    created_at: row.created_at,
  }));
}

async function showOne(db: Kysely<Database>, row: Document): Promise<Output<"Scenario">> {
  const [shown] = await show(db, [row]);
  if (!shown) throw new Error(`scenario ${row.id} is not shown`);
  return shown;
}
