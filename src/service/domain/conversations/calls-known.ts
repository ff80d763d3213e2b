import type { Kysely } from "kysely";
import type { Database, Row } from "../../store/schema.ts";
import { createYielder } from "../../yield.ts";

/** How many conversations of a run are looked at, the last ones. */
const LOOKED_AT = 100;

/**
 * Whether a tool call that is not on record was not made: the tools belong to a world, which records all calls, or the agent
 * has reported some in another conversation of the run.
 */
export async function callsAreKnown(
  db: Kysely<Database>,
  { simulation_run_id }: Pick<Row<"simulation_result">, "simulation_run_id">,
): Promise<boolean> {
  const run = await db
    .selectFrom("simulation_run")
    .select("world_id")
    .where("id", "=", simulation_run_id)
    .executeTakeFirstOrThrow();
  if (run.world_id !== null) return true;
  const rows = await db
    .selectFrom("simulation_result")
    .select("id")
    .where("simulation_run_id", "=", simulation_run_id)
    .orderBy("id", "desc")
    .limit(LOOKED_AT)
    .execute();
  const ids = rows.map(({ id }) => id);
  const logged = await db
    .selectFrom("logged_tool_call")
    .select("id")
    .where("simulation_result_id", "in", ids)
    .limit(1)
    .executeTakeFirst();
  if (logged) return true;
  // An update may have megabytes.
  const yieldIfDue = createYielder();
  for (const id of ids) {
    const updates = await db
      .selectFrom("result_update")
      .select("fields")
      .where("simulation_result_id", "=", id)
      .where("fields", "like", '%"tool_calls":%')
      .execute();
    if (updates.some(({ fields }) => "tool_calls" in JSON.parse(fields))) return true;
    await yieldIfDue();
  }
  return false;
}
