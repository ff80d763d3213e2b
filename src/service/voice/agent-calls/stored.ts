/**
 * The calls that agents have created: runs with an account, each with one conversation. In a test, the conversations of a
 * run each wait for a call.
 */
import type { Kysely } from "kysely";
import type { LineRequest } from "../../domain/runs/queue.ts";
import type { Database } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import { resultIn } from "../transports/telephone/carrier.ts";
import type { Calling } from "../voice.ts";
import type { CallRow } from "./resource.ts";

export type WithCalls = Pick<Store, "db"> & Pick<Calling, "voice">;

const calls = (db: Kysely<Database>, organization_id: string) =>
  db
    .selectFrom("simulation_run as run")
    .innerJoin("simulation_result as result", "result.simulation_run_id", "run.id")
    .leftJoin("voice_call", "voice_call.simulation_result_id", "result.id")
    .select(["result.id", "result.created_at", "result.started_at", "result.ended_at", "result.end_reason"])
    .select(["run.line", "voice_call.attempts"])
    .where("run.organization_id", "=", organization_id);

type Found = Omit<CallRow, "asked"> & { readonly line: string | null };

/** Those that their agents have created. */
const created = ({ voice }: WithCalls, rows: readonly Found[]): CallRow[] =>
  rows.flatMap((row) => {
    const { asked = voice?.expected?.askedFor(row.id) } = JSON.parse(
      row.line ?? "{}",
    ) as Partial<LineRequest>;
    return asked ? [{ ...row, asked }] : [];
  });

/** The call of the account with this SID, if there is one. */
export async function callWith(
  service: WithCalls,
  organization_id: string,
  account_sid: string,
  sid: string,
): Promise<CallRow | undefined> {
  const id = sid.startsWith("CA") ? resultIn("CA", sid.slice(2)) : undefined;
  if (id === undefined) return undefined;
  const rows = await calls(service.db, organization_id).where("result.id", "=", id).execute();
  return created(service, rows).find(({ asked }) => asked.account_sid === account_sid);
}

/** The newest calls of the account. @param before only those created before the one with this number */
export async function callsOfAccount(
  service: WithCalls,
  organization_id: string,
  account_sid: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<CallRow[]> {
  const { expected } = service.voice ?? {};
  const rows = await calls(service.db, organization_id)
    .$if(expected !== undefined, (query) =>
      query.where("result.id", "in", expected?.idsOf(account_sid) ?? []),
    )
    .$if(expected === undefined, (query) => query.where("run.account_sid", "=", account_sid))
    .$if(before !== undefined, (query) => query.where("result.id", "<", before ?? 0))
    .orderBy("run.id", "desc")
    .limit(limit)
    .execute();
  return created(service, rows);
}
