/** The state of the agent's own system, before and after a conversation that has no world. */
import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import { type Reading, worldBetween } from "../../../engine/world/probe.ts";
import { CONVERSATION, type ReadsState } from "../../network/state-reader.ts";
import { prepared } from "../../store/prepared.ts";
import type { Database, Row } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";

interface Probe {
  readonly url: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly headers: NonNullable<Output<"AgentCreate">["state_probe_headers"]>;
}

interface Asked {
  readonly simulation_run_id: number;
}

const selectProbed = prepared((db, { simulation_run_id }: Asked) =>
  db
    .selectFrom("simulation_run")
    .innerJoin("agent", "agent.id", "simulation_run.agent_id")
    .select("agent.record")
    .where("simulation_run.id", "=", simulation_run_id)
    .where("simulation_run.world_id", "is", null)
    .where("agent.record", "like", '%"state_probe":{%'),
);

/** How the agent's system is asked, for the conversations of a run. Undefined if it is not. */
export async function probeOfRun(
  db: Kysely<Database>,
  simulation_run_id: number,
): Promise<Probe | undefined> {
  const [row] = await selectProbed(db, { simulation_run_id });
  if (!row) return undefined;
  const { state_probe, state_probe_headers }: Output<"AgentCreate"> = JSON.parse(row.record);
  return state_probe
    ? { url: state_probe.url, keys: state_probe.keys ?? {}, headers: state_probe_headers ?? [] }
    : undefined;
}

/**
 * Whether all conversations share the state that is read. They then take place one after the other, so that each is judged
 * by its own changes.
 */
export const isShared = ({ url, headers }: Probe): boolean =>
  ![url, ...headers.map(({ header_value }) => header_value)].some((text) => text.includes(CONVERSATION));

type Probing = Pick<Store, "db" | "write"> & ReadsState;

/** Reads the state before a conversation begins. Does nothing without a probe, or if it has been read. */
export async function readBefore(
  service: Probing,
  simulation_result_id: number,
  signal: AbortSignal,
): Promise<void> {
  const probe = await probeOf(service.db, simulation_result_id);
  if (!probe || (await readingOf(service.db, simulation_result_id))) return;
  const before_text = JSON.stringify(await service.readState({ ...probe, simulation_result_id }, signal));
  await service.write((transaction) =>
    transaction
      .insertInto("state_reading")
      .values({ simulation_result_id, before_text })
      .onConflict((conflict) => conflict.column("simulation_result_id").doNothing())
      .execute(),
  );
}

/** What has become of the state, or why that cannot be told. Undefined without a probe. Reads it once. */
export async function stateAfter(
  service: Probing,
  { id: simulation_result_id, simulation_run_id }: Pick<Row<"simulation_result">, "id" | "simulation_run_id">,
  signal: AbortSignal,
) {
  const probe = await probeOfRun(service.db, simulation_run_id);
  const stored = await readingOf(service.db, simulation_result_id);
  if (!probe && !stored) return undefined;
  if (!probe) return { unread: "the agent has no state_probe any more" };
  if (!stored) return { unread: "nobody asked for it before the conversation" };
  const state_before: Reading = JSON.parse(stored.before_text);
  const after: Reading = stored.after_text
    ? JSON.parse(stored.after_text)
    : await service.readState({ ...probe, simulation_result_id }, signal);
  if (stored.after_text === null)
    await service.write((transaction) =>
      transaction
        .updateTable("state_reading")
        .set({ after_text: JSON.stringify(after) })
        .where("simulation_result_id", "=", simulation_result_id)
        .execute(),
    );
  if ("unread" in state_before) return { unread: `before the conversation: ${state_before.unread}` };
  if ("unread" in after) return { unread: `after the conversation: ${after.unread}` };
  return worldBetween(state_before.tables, after.tables, probe.keys);
}

const FORGOTTEN: Reading = {
  unread: "the rows are not kept, because the agent's personal data is masked (redact_pii)",
};

/** Deletes what was read, of a system with personal data. An evaluation that runs again can then not decide. */
export async function forgetState(
  transaction: Kysely<Database>,
  simulation_result_id: number,
): Promise<void> {
  const forgotten = JSON.stringify(FORGOTTEN);
  await transaction
    .updateTable("state_reading")
    .set({ before_text: forgotten, after_text: forgotten })
    .where("simulation_result_id", "=", simulation_result_id)
    .execute();
}

async function probeOf(db: Kysely<Database>, simulation_result_id: number): Promise<Probe | undefined> {
  const row = await db
    .selectFrom("simulation_result")
    .select("simulation_run_id")
    .where("id", "=", simulation_result_id)
    .executeTakeFirst();
  return row && probeOfRun(db, row.simulation_run_id);
}

const readingOf = (db: Kysely<Database>, simulation_result_id: number) =>
  db
    .selectFrom("state_reading")
    .selectAll()
    .where("simulation_result_id", "=", simulation_result_id)
    .executeTakeFirst();
