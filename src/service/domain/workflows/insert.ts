import type { Kysely } from "kysely";
import { WorkflowCreate } from "../../../contract/schemas/index.ts";
import type { Output } from "../../../contract/types.ts";
import { graphFaults } from "../../../engine/generation/workflow/graph.ts";
import type { Clock } from "../../clock.ts";
import { badRequest } from "../../errors.ts";
import type { Ids } from "../../ids.ts";
import type { Database, Row } from "../../store/schema.ts";
import { requireAgent } from "../agents/lookup.ts";
import { unknownFieldsOf } from "../unknown-fields.ts";

/**
 * Inserts a workflow. 400, naming every fault, for a graph that no conversation can follow. 404 for an
 * unknown agent. An explicit `id` (from a seed) is kept.
 */
export async function insertWorkflow(
  transaction: Kysely<Database>,
  service: Clock & Ids,
  organization_id: string,
  body: Output<"WorkflowCreate">,
  id: string = service.newId(),
): Promise<Row<"workflow">> {
  const { agent_id: one, agent_ids, name, description = null, definition } = body;
  const [agent_id = 0, ...others] = agent_ids ?? (one === undefined ? [] : [one]);
  if (others.length > 0) throw badRequest("a workflow belongs to one agent; create one for each");
  const { nodes = [], edges = [] } = definition ?? body;
  const faults = graphFaults({ nodes, edges });
  if (faults.length > 0) throw badRequest(faults.join("; "));
  const agent = await requireAgent(transaction, organization_id, agent_id);
  return transaction
    .insertInto("workflow")
    .values({
      id,
      organization_id,
      agent_id: agent.id,
      name,
      unknown_fields: unknownFieldsOf(WorkflowCreate, body),
      graph: JSON.stringify({ nodes, edges, ...(description !== null && { description }) }),
      created_at: service.now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
