import type { Kysely } from "kysely";
import { notFound } from "../../errors.ts";
import type { Database, Row } from "../../store/schema.ts";

/** The organization's workflow with this id, or 404. */
export async function requireWorkflow(
  db: Kysely<Database>,
  organization_id: string,
  workflow_id: string,
): Promise<Row<"workflow">> {
  const row = await db
    .selectFrom("workflow")
    .selectAll()
    .where("id", "=", workflow_id.toLowerCase())
    .where("organization_id", "=", organization_id)
    .executeTakeFirst();
  if (!row) throw notFound("workflow", workflow_id);
  return row;
}
