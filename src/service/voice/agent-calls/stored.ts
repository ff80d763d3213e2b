/**
 * The calls that agents have created: runs with an account, each with one conversation. In a test, the conversations of a
 * run each wait for a call.
 */
import type { ExpressionBuilder, Kysely, Nullable } from "kysely";
import type { Clock } from "../../clock.ts";
import { type AgentCall, accountKey, isRepeated } from "../../domain/runs/agent-call.ts";
import type { LineRequest } from "../../domain/runs/queue.ts";
import type { Database } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";
import type { Calling } from "../voice.ts";
import type { AccountCalls, CallApi, CallRow, CallState } from "./api.ts";

export type WithCalls = Pick<Store, "db"> & Pick<Calling, "voice">;

/** An account at a company, within an organization. */
export interface Account {
  readonly organization_id: string;
  readonly api: Pick<CallApi, "dialect" | "idIn">;
  /** Undefined if the API asks for calls without one. */
  readonly account: string | undefined;
}

const calls = (db: Kysely<Database>, organization_id: string) =>
  db
    .selectFrom("simulation_run as run")
    .innerJoin("simulation_result as result", "result.simulation_run_id", "run.id")
    .leftJoin("voice_call", "voice_call.simulation_result_id", "result.id")
    .select(["result.id", "result.created_at", "result.started_at", "result.ended_at", "result.end_reason"])
    .select(["run.line", "voice_call.attempts"])
    .where("run.organization_id", "=", organization_id);

type Joined = {
  readonly result: Database["simulation_result"];
  readonly voice_call: Nullable<Database["voice_call"]>;
};

/** @param state of a call, as `statusOf` tells it */
const isIn =
  (state: CallState) =>
  ({ eb, and }: ExpressionBuilder<Joined, "result" | "voice_call">) =>
    state === "over"
      ? eb("result.ended_at", "is not", null)
      : and([
          eb("result.ended_at", "is", null),
          eb("voice_call.attempts", state === "queued" ? "is" : "is not", null),
        ]);

type Found = Omit<CallRow, "asked"> & { readonly line: string | null };

/** The calls that agents have created in the account. */
const created = ({ voice }: WithCalls, { api, account }: Account, rows: readonly Found[]): CallRow[] =>
  rows.flatMap((row) => {
    const line = JSON.parse(row.line ?? "{}") as Partial<LineRequest>;
    const { asked = voice?.expected?.askedFor(row.id) } = line;
    if (!asked || line.dialect !== api.dialect) return [];
    return account === undefined || asked.account_sid === account ? [{ ...row, asked }] : [];
  });

/** The call of the account with this name, if there is one. */
export async function callWith(
  service: WithCalls,
  account: Account,
  sid: string,
): Promise<CallRow | undefined> {
  const id = account.api.idIn(sid);
  if (id === undefined) return undefined;
  const rows = await calls(service.db, account.organization_id).where("result.id", "=", id).execute();
  return created(service, account, rows)[0];
}

/** For how long a command that has the id of another one only repeats it, as Telnyx says. */
const REPEATED_MS = 60_000;

/** The call that a request has created which this one repeats. */
export async function repeatedCall(
  db: Kysely<Database>,
  { now }: Clock,
  { organization_id, api }: Pick<Account, "organization_id" | "api">,
  asked: AgentCall,
): Promise<number | undefined> {
  if (asked.call_control?.command_id == null) return undefined;
  const rows = await calls(db, organization_id)
    .where("run.account_sid", "=", accountKey(api.dialect, asked.account_sid))
    .where("run.created_at", ">", new Date(now().getTime() - REPEATED_MS).toISOString())
    .execute();
  return rows.find(({ line }) => {
    const { asked: known } = JSON.parse(line ?? "{}") as Partial<LineRequest>;
    return known && isRepeated(known, asked);
  })?.id;
}

/** The calls of the account. */
export function callsOfAccount(
  service: WithCalls,
  owned: Account & { readonly account: string },
): AccountCalls {
  const { organization_id, api, account } = owned;
  const { expected } = service.voice ?? {};
  const all = () =>
    calls(service.db, organization_id)
      .$if(expected !== undefined, (query) => query.where("result.id", "in", expected?.idsOf(account) ?? []))
      .$if(expected === undefined, (query) =>
        query.where("run.account_sid", "=", accountKey(api.dialect, account)),
      );
  return {
    async find({ before, limit, offset = 0, state }) {
      const rows = await all()
        .$if(before !== undefined, (query) => query.where("result.id", "<", before ?? 0))
        .$if(state !== undefined, (query) => query.where(isIn(state ?? "over")))
        .orderBy("run.id", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
      return created(service, owned, rows);
    },
    async count(state) {
      const { total } = await all()
        .where(isIn(state))
        .clearSelect()
        .select(({ fn }) => fn.countAll<number | string>().as("total"))
        .executeTakeFirstOrThrow();
      return Number(total);
    },
  };
}
