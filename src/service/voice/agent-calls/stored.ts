/** The calls that agents have created: runs with an account, each with one conversation. */
import type { Kysely } from "kysely";
import type { Database } from "../../store/schema.ts";
import { resultIn } from "../transports/telephone/carrier.ts";
import type { CallRow } from "./resource.ts";

const calls = (db: Kysely<Database>, organization_id: string, account_sid: string) =>
  db
    .selectFrom("simulation_run as run")
    .innerJoin("simulation_result as result", "result.simulation_run_id", "run.id")
    .leftJoin("voice_call", "voice_call.simulation_result_id", "result.id")
    .select(["result.id", "result.created_at", "result.started_at", "result.ended_at", "result.end_reason"])
    .select(["run.line", "voice_call.attempts"])
    .where("run.organization_id", "=", organization_id)
    .where("run.account_sid", "=", account_sid);

/** The call of the account with this SID, if there is one. */
export async function callWith(
  db: Kysely<Database>,
  organization_id: string,
  account_sid: string,
  sid: string,
): Promise<CallRow | undefined> {
  const id = sid.startsWith("CA") ? resultIn("CA", sid.slice(2)) : undefined;
  if (id === undefined) return undefined;
  return calls(db, organization_id, account_sid).where("result.id", "=", id).executeTakeFirst();
}

/** The newest calls of the account. @param before only those created before the one with this number */
export const callsOfAccount = (
  db: Kysely<Database>,
  organization_id: string,
  account_sid: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<CallRow[]> =>
  calls(db, organization_id, account_sid)
    .$if(before !== undefined, (query) => query.where("result.id", "<", before ?? 0))
    .orderBy("run.id", "desc")
    .limit(limit)
    .execute();
