import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { WorkflowRequest } from "../../../engine/generation/workflow/workflow.ts";
import { badRequest } from "../../errors.ts";
import type { Database } from "../../store/schema.ts";
import { listed } from "../ids.ts";
import { graphOf } from "../workflows/show.ts";

type Request = Pick<Output<"GenerateDigitalHumans">, "workflow_adherence" | "workflow_adherence_v2">;

/**
 * The agent's workflows that a request names by id or name, in the request's order. 400 if one does not
 * exist.
 */
export async function readWorkflows(
  db: Kysely<Database>,
  agent_id: number,
  request: Request,
): Promise<WorkflowRequest[]> {
  const asked = (["workflow_adherence", "workflow_adherence_v2"] as const).flatMap((kind) =>
    Object.entries(request[kind] ?? {})
      .filter(([, count]) => count > 0)
      .map(([identifier, count]) => ({ kind, identifier, count })),
  );
  if (asked.length === 0) return [];
  const rows = await db
    .selectFrom("workflow")
    .selectAll()
    .where("agent_id", "=", agent_id)
    .orderBy("created_at")
    .execute();
  return asked.map(({ kind, identifier, count }) => {
    const row =
      rows.find(({ id }) => id === identifier.toLowerCase()) ?? rows.find(({ name }) => name === identifier);
    if (!row)
      throw badRequest(
        `${kind}: agent ${agent_id} has no workflow ${JSON.stringify(identifier)}; it has ${rows.length === 0 ? "none" : listed(rows.map(({ name }) => JSON.stringify(name)))}`,
      );
    return { kind, id: row.id, name: row.name, graph: graphOf(row), count };
  });
}
