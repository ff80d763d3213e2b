import type { Kysely } from "kysely";
import { conflict } from "../errors.ts";
import { deleteCalls, deleteDeliveries, deleteRun } from "../retention/delete-batch.ts";
import type { Database, Row } from "../store/schema.ts";
import type { Administration } from "./administration.ts";
import { untilHeard } from "./keys.ts";
import { requireOrganization } from "./organizations.ts";

/**
 * Deletes an organization with everything in it except its lines of the audit log. First its keys are revoked, so that
 * nothing new arrives; then its calls and runs are deleted in batches, and finally the rest. If interrupted, run it again.
 * 404 if the organization does not exist, 409 while calls are being evaluated or runs are in progress.
 */
export async function deleteOrganization(
  administration: Administration,
  id_or_name: string,
): Promise<Row<"organization">> {
  const { write } = administration;
  const organization = await write(async (transaction) => {
    const organization = await requireOrganization(transaction, id_or_name);
    await requireIdle(transaction, organization);
    await transaction
      .updateTable("api_key")
      .set({ revoked_at: administration.now().toISOString() })
      .where("organization_id", "=", organization.id)
      .where("revoked_at", "is", null)
      .execute();
    return organization;
  });
  await untilHeard(administration);
  const scope = { organization_id: organization.id };
  for (const step of [deleteCalls, deleteRun, deleteDeliveries]) while (await step(administration, scope));
  await write((transaction) => deleteRest(transaction, organization.id));
  return organization;
}

async function requireIdle(transaction: Kysely<Database>, { id, name }: Row<"organization">): Promise<void> {
  const call = await transaction
    .selectFrom("call")
    .select("id")
    .where("organization_id", "=", id)
    .where("status", "in", ["QUEUED", "EVALUATING"])
    .limit(1)
    .executeTakeFirst();
  if (call)
    throw conflict(
      `call ${call.id} of "${name}" is being evaluated; delete the organization when that is done`,
    );
  const run = await transaction
    .selectFrom("simulation_run")
    .select("id")
    .where("organization_id", "=", id)
    .where("status", "=", "RUNNING")
    .limit(1)
    .executeTakeFirst();
  if (run)
    throw conflict(
      `run ${run.id} of "${name}" is in progress; end its conversations first (\`parley sim end\`)`,
    );
}

/** Deletes what remains after calls and runs: definitions, each before those that it refers to. */
async function deleteRest(transaction: Kysely<Database>, organization_id: string): Promise<void> {
  const agents = transaction.selectFrom("agent").select("id").where("organization_id", "=", organization_id);
  for (const table of [
    "label_move",
    "label",
    "prompt_version",
    "knowledge_base_version",
    "custom_metric_agent",
  ] as const)
    await transaction.deleteFrom(table).where("agent_id", "in", agents).execute();
  const simulations = transaction
    .selectFrom("simulation")
    .select("id")
    .where("organization_id", "=", organization_id);
  await transaction
    .deleteFrom("simulation_digital_human")
    .where("simulation_id", "in", simulations)
    .execute();
  for (const table of [
    "webhook_delivery",
    "webhook",
    "schedule",
    "alert",
    "workflow",
    "document",
    "as_code_identity",
    "custom_metric",
    "digital_human",
    "simulation",
    "world",
    "agent",
    "console_session",
    "verdict_mark",
    "judge_certificate",
    "trace_span",
    "api_key",
  ] as const)
    await transaction.deleteFrom(table).where("organization_id", "=", organization_id).execute();
  await transaction.deleteFrom("organization").where("id", "=", organization_id).execute();
}
