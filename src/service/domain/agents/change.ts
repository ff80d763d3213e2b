/** Creating, changing, and deleting agents. */
import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { Clock } from "../../clock.ts";
import { conflict } from "../../errors.ts";
import type { Ids } from "../../ids.ts";
import type { Database, Row } from "../../store/schema.ts";
import { createReservedLabels } from "../labels/reserved.ts";
import { requireRoom } from "../unknown-fields.ts";
import { requireExternal } from "./external.ts";
import { requireAgent } from "./lookup.ts";

/** The same as `insertAgent`, with a new key to sign its turns if it has a webhook and no key. */
export const createAgent = (
  transaction: Kysely<Database>,
  service: Clock & Ids,
  organization_id: string,
  body: Output<"AgentCreate">,
): Promise<Row<"agent">> =>
  insertAgent(transaction, service, organization_id, {
    ...body,
    ...(body.http_webhook &&
      !body.http_webhook_key && { http_webhook_key: `whsec_${randomBytes(24).toString("base64")}` }),
  });

/** Inserts an agent with its reserved labels. An explicit `id` (from a seed) is kept. */
export async function insertAgent(
  transaction: Kysely<Database>,
  service: Clock & Ids,
  organization_id: string,
  body: Output<"AgentCreate">,
  id?: number,
): Promise<Row<"agent">> {
  const created_at = service.now().toISOString();
  const record = JSON.stringify({
    agent_description: "",
    ...described({ ...body, mode: body.mode ?? "VOICE" }),
  });
  const row = await transaction
    .insertInto("agent")
    .values({ ...(id !== undefined && { id }), organization_id, record, created_at })
    .returningAll()
    .executeTakeFirstOrThrow();
  await createReservedLabels(transaction, service, row.id);
  return row;
}

/** Required fields of an agent. Null leaves them unchanged. */
const KEPT = ["name", "agent_description", "knowledge_base", "mode"];

/** The fields of a request in stored form. An agent's instructions are stored under a single name. */
function described({ system_prompt, ...fields }: Partial<Output<"AgentCreate"> | Output<"AgentUpdate">>) {
  const agent_description = fields.agent_description ?? system_prompt;
  const named = Object.entries({ ...fields, agent_description });
  return Object.fromEntries(
    named.filter(([name, value]) => value !== undefined && !(value === null && KEPT.includes(name))),
  );
}

/** Changes the fields that are given, of the agent with this id, otherwise of the one with this external id. */
export async function updateAgent(
  transaction: Kysely<Database>,
  organization_id: string,
  { agent_id, ...changes }: Output<"AgentUpdate">,
): Promise<Row<"agent">> {
  const id =
    agent_id ?? (await requireExternal(transaction, organization_id, changes.external_agent_id ?? ""));
  const row = await requireAgent(transaction, organization_id, id);
  const changed = { ...JSON.parse(row.record), ...described(changes) };
  requireRoom(changed);
  const record = JSON.stringify(changed);
  await transaction.updateTable("agent").set({ record }).where("id", "=", row.id).execute();
  return { ...row, record };
}

/** Deletes an agent that was never used, with its versions and labels. */
export async function deleteAgent(
  transaction: Kysely<Database>,
  organization_id: string,
  agent_id: number,
): Promise<Row<"agent">> {
  const row = await requireAgent(transaction, organization_id, agent_id);
  await requireUnused(transaction, agent_id);
  for (const table of ["label_move", "label", "prompt_version", "knowledge_base_version"] as const)
    await transaction.deleteFrom(table).where("agent_id", "=", agent_id).execute();
  await transaction.deleteFrom("custom_metric_agent").where("agent_id", "=", agent_id).execute();
  await transaction.deleteFrom("agent").where("id", "=", agent_id).execute();
  return row;
}

/** Tables that refer to an agent, and the words for one of their rows. */
const USES = { simulation: "simulation", call: "call", workflow: "workflow" } as const;

/** 409 if the agent has been used: a result without its agent would no longer say what was tested. */
async function requireUnused(db: Kysely<Database>, agent_id: number): Promise<void> {
  for (const [table, noun] of Object.entries(USES) as [keyof typeof USES, string][]) {
    const used = await db.selectFrom(table).select("id").where("agent_id", "=", agent_id).limit(1).execute();
    if (used[0])
      throw conflict(
        `agent ${agent_id} is used by ${noun} ${used[0].id}; only an agent without simulations, calls and workflows can be deleted`,
      );
  }
}
