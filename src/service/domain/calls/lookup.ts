import type { Kysely } from "kysely";
import { conflict, notFound } from "../../errors.ts";
import type { Database } from "../../store/schema.ts";
import { isBeingEvaluated } from "./again.ts";

/** The calls of an organization. */
export const selectCalls = (db: Kysely<Database>, organization_id: string) =>
  db.selectFrom("call").where("organization_id", "=", organization_id);

/** The organization's call with this id, or 404. */
export async function requireCall(db: Kysely<Database>, organization_id: string, call_id: string) {
  const row = await selectCalls(db, organization_id)
    .select(["seq", "id", "agent_id", "status", "recording_key"])
    .where("id", "=", call_id.toLowerCase())
    .executeTakeFirst();
  if (!row) throw notFound("call", call_id);
  return row;
}

/** The same, but 409 while it is being evaluated. */
export async function requireSettledCall(db: Kysely<Database>, organization_id: string, call_id: string) {
  const call = await requireCall(db, organization_id, call_id);
  if (isBeingEvaluated(call))
    throw conflict(`call ${call.id} is being evaluated; try again when that is done`);
  return call;
}
