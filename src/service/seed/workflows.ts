import type { Kysely } from "kysely";
import type { Output } from "../../contract/types.ts";
import { insertWorkflow } from "../domain/workflows/insert.ts";
import type { Service } from "../service.ts";
import type { Database } from "../store/schema.ts";
import { about } from "./fault.ts";
import { knownId } from "./identity.ts";

type WorkflowSeed = Output<"Seed">["organizations"][number]["workflows"][number];

/** Adds the workflows that an organization does not have yet. Their agents exist already. */
export async function loadWorkflows(
  transaction: Kysely<Database>,
  service: Service,
  organization_id: string,
  seeds: readonly WorkflowSeed[],
): Promise<void> {
  const rows = await transaction
    .selectFrom("workflow")
    .select(["id", "name"])
    .where("organization_id", "=", organization_id)
    .execute();
  const named = new Map(rows.map((row): [string, string] => [row.name, row.id]));
  for (const { id: given, ...draft } of seeds)
    await about(`workflow "${draft.name}"`, async () => {
      const id = given?.toLowerCase();
      if (await knownId(transaction, "workflow", organization_id, { id, name: draft.name }, named)) return;
      await insertWorkflow(transaction, service, organization_id, draft, id);
    });
}
