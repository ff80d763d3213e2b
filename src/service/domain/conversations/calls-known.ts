import type { Kysely } from "kysely";
import type { Database } from "../../store/schema.ts";
import { createYielder } from "../../yield.ts";

/** How many conversations of a run are looked at, the last ones. */
const LOOKED_AT = 100;

/** Several runs may be one test. */
export interface WithTogether {
  /** The runs that are one test with this one, itself among them. If absent, each run is a test of its own. */
  readonly together?: (simulation_run_id: number) => readonly number[];
}

/** The runs in which the agent shows whether it reports its tool calls. */
export const runsWith = ({ together }: WithTogether, simulation_run_id: number): readonly number[] =>
  together?.(simulation_run_id) ?? [simulation_run_id];

/** Whether the tools of a run belong to a world, which records all calls. */
export async function recordsCalls(db: Kysely<Database>, simulation_run_id: number): Promise<boolean> {
  const { world_id } = await db
    .selectFrom("simulation_run")
    .select("world_id")
    .where("id", "=", simulation_run_id)
    .executeTakeFirstOrThrow();
  return world_id !== null;
}

/** Whether a conversation of these runs has tool calls that the agent reported. Then those that it does not report were not made. */
export async function reportsCalls(
  db: Kysely<Database>,
  simulation_run_ids: readonly number[],
): Promise<boolean> {
  const rows = await db
    .selectFrom("simulation_result")
    .select("id")
    .where("simulation_run_id", "in", simulation_run_ids)
    .orderBy("id", "desc")
    .limit(LOOKED_AT)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return false;
  const logged = await db
    .selectFrom("logged_tool_call")
    .select("id")
    .where("simulation_result_id", "in", ids)
    .limit(1)
    .executeTakeFirst();
  if (logged) return true;
  const updated = await db
    .selectFrom("result_update")
    .select("simulation_result_id as id")
    .distinct()
    .where("simulation_result_id", "in", ids)
    .execute();
  // An update may have megabytes.
  const yieldIfDue = createYielder();
  for (const { id } of updated) {
    const updates = await db
      .selectFrom("result_update")
      .select("fields")
      .where("simulation_result_id", "=", id)
      .where("fields", "like", '%"tool_calls":%')
      .execute();
    if (updates.some(({ fields }) => JSON.parse(fields).tool_calls?.length > 0)) return true;
    await yieldIfDue();
  }
  return false;
}
