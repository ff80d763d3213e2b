import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { isDraft } from "../../../engine/generation/scenario/graph.ts";
import type { ScenarioRequest } from "../../../engine/generation/scenario/scenario.ts";
import type { WorkflowRequest } from "../../../engine/generation/workflow/workflow.ts";
import { badRequest } from "../../errors.ts";
import type { Database, Row } from "../../store/schema.ts";
import { agentsOfEach } from "../documents/agents.ts";
import { documentsOf, fieldsOf } from "../documents/documents.ts";
import { listed } from "../ids.ts";
import { graphOf } from "../workflows/show.ts";

type Request = Pick<Output<"GenerateDigitalHumans">, "workflow_adherence" | "workflow_adherence_v2">;

/** Omits what a request says of it. */
type Graph = Omit<WorkflowRequest, "kind" | "count"> | Omit<ScenarioRequest, "kind" | "count">;

/**
 * The agent's workflows and scenarios that a request names by id or name, in the request's order. 400 if one
 * does not exist, or is a draft.
 */
export async function readWorkflows(
  db: Kysely<Database>,
  agent: Pick<Row<"agent">, "id" | "organization_id">,
  request: Request,
): Promise<(WorkflowRequest | ScenarioRequest)[]> {
  const asked = (["workflow_adherence", "workflow_adherence_v2"] as const).flatMap((kind) =>
    Object.entries(request[kind] ?? {})
      .filter(([, count]) => count > 0)
      .map(([identifier, count]) => ({ kind, identifier, count })),
  );
  if (asked.length === 0) return [];
  const graphs: Graph[] = [...(await workflowsOf(db, agent.id)), ...(await scenariosOf(db, agent))];
  return asked.map(({ kind, identifier, count }) => {
    const graph =
      graphs.find(({ id }) => id === identifier.toLowerCase()) ??
      graphs.find(({ name }) => name === identifier);
    if (!graph)
      throw badRequest(
        `${kind}: agent ${agent.id} has no workflow or scenario ${JSON.stringify(identifier)}; it has ${graphs.length === 0 ? "none" : listed(graphs.map(({ name }) => JSON.stringify(name)))}`,
      );
    if ("definition" in graph && isDraft(graph.definition))
      throw badRequest(
        `${kind}: the scenario ${JSON.stringify(graph.name)} is a draft; give it single or options nodes that its start leads to`,
      );
    return { kind, count, ...graph };
  });
}

async function workflowsOf(db: Kysely<Database>, agent_id: number): Promise<Graph[]> {
  const rows = await db
    .selectFrom("workflow")
    .selectAll()
    .where("agent_id", "=", agent_id)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => ({ id: row.id, name: row.name, graph: graphOf(row) }));
}

/** The scenarios of an agent, and those that belong to no agent. */
async function scenariosOf(
  db: Kysely<Database>,
  { id, organization_id }: Pick<Row<"agent">, "id" | "organization_id">,
): Promise<Graph[]> {
  const rows = await documentsOf("scenario").list(db, organization_id).execute();
  const agentsOf = await agentsOfEach(db, rows);
  return rows
    .filter((row) => {
      const agents = agentsOf(row);
      return agents.length === 0 || agents.includes(id);
    })
    .map((row) => {
      const { name, definition } = fieldsOf(row);
      return { id: row.id, name, definition };
    });
}
