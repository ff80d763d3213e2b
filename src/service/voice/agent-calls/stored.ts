/**
 * The calls that agents have created: runs with an account, each with one conversation. In a test, the conversations of a
 * run each wait for a call.
 */
import type { Kysely } from "kysely";
import { accountKey } from "../../domain/runs/agent-call.ts";
import type { LineRequest } from "../../domain/runs/queue.ts";
import type { Database } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import type { Calling } from "../voice.ts";
import type { CallRow } from "./api.ts";
import { CALL_APIS, type DialledCarrier } from "./apis.ts";

export type WithCalls = Pick<Store, "db"> & Pick<Calling, "voice">;

/** An account at a company, within an organization. */
export interface Account {
  readonly organization_id: string;
  readonly dialect: DialledCarrier;
  readonly account: string;
}

const calls = (db: Kysely<Database>, organization_id: string) =>
  db
    .selectFrom("simulation_run as run")
    .innerJoin("simulation_result as result", "result.simulation_run_id", "run.id")
    .leftJoin("voice_call", "voice_call.simulation_result_id", "result.id")
    .select(["result.id", "result.created_at", "result.started_at", "result.ended_at", "result.end_reason"])
    .select(["run.line", "voice_call.attempts"])
    .where("run.organization_id", "=", organization_id);

type Found = Omit<CallRow, "asked"> & { readonly line: string | null };

/** Those that agents have created in the account. */
const created = ({ voice }: WithCalls, { dialect, account }: Account, rows: readonly Found[]): CallRow[] =>
  rows.flatMap((row) => {
    const line = JSON.parse(row.line ?? "{}") as Partial<LineRequest>;
    const { asked = voice?.expected?.askedFor(row.id) } = line;
    return asked?.account_sid === account && line.dialect === dialect ? [{ ...row, asked }] : [];
  });

/** The call of the account with this name, if there is one. */
export async function callWith(
  service: WithCalls,
  account: Account,
  sid: string,
): Promise<CallRow | undefined> {
  const id = CALL_APIS[account.dialect].idIn(sid);
  if (id === undefined) return undefined;
  const rows = await calls(service.db, account.organization_id).where("result.id", "=", id).execute();
  return created(service, account, rows)[0];
}

/** The newest calls of the account. @param before only those created before the one with this number */
export async function callsOfAccount(
  service: WithCalls,
  owned: Account,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<CallRow[]> {
  const { organization_id, dialect, account } = owned;
  const { expected } = service.voice ?? {};
  const key = accountKey(dialect, account);
  const rows = await calls(service.db, organization_id)
    .$if(expected !== undefined, (query) => query.where("result.id", "in", expected?.idsOf(account) ?? []))
    .$if(expected === undefined, (query) => query.where("run.account_sid", "=", key))
    .$if(before !== undefined, (query) => query.where("result.id", "<", before ?? 0))
    .orderBy("run.id", "desc")
    .limit(limit)
    .execute();
  return created(service, owned, rows);
}
