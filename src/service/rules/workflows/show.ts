import type { Output } from "../../../contract/types.ts";
import type { Row } from "../../store/schema.ts";
import { readFurther } from "../further.ts";

/** The part of a workflow that is stored as JSON. */
export type StoredGraph = Pick<Output<"Workflow">, "nodes" | "edges">;

export const graphOf = ({ graph }: Pick<Row<"workflow">, "graph">): StoredGraph => JSON.parse(graph);

export function showWorkflow(row: Row<"workflow">): Output<"Workflow"> {
  const { id, agent_id, name, created_at } = row;
  return { ...readFurther(row.further), id, agent_id, name, ...graphOf(row), created_at };
}
