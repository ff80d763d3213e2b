import type { Output } from "../../../contract/types.ts";
import type { Row } from "../../store/schema.ts";
import { readUnknownFields } from "../unknown-fields.ts";

/** The part of a workflow that is stored as JSON. */
export type StoredGraph = Output<"Workflow">["definition"] & { readonly description?: string };

export const graphOf = ({ graph }: Pick<Row<"workflow">, "graph">): StoredGraph => JSON.parse(graph);

export function showWorkflow(row: Row<"workflow">): Output<"Workflow"> {
  const { id, organization_id, agent_id, name, created_at } = row;
  const { description = null, ...definition } = graphOf(row);
  return {
    ...readUnknownFields(row.unknown_fields),
    id,
    organization_id,
    agent_ids: [agent_id],
    name,
    description,
    definition,
    created_at,
    agent_id,
    ...definition,
  };
}
