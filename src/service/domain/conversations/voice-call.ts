import type { Kysely } from "kysely";
import type { Output } from "../../../contract/types.ts";
import type { Database } from "../../store/schema.ts";

/** The call of a finished conversation. Undefined in a text run. */
export async function callOf(
  db: Kysely<Database>,
  simulation_result_id: number,
): Promise<Output<"VoiceCall"> | undefined> {
  const row = await db
    .selectFrom("voice_call")
    .select(["log", "recording", "attempts"])
    .where("simulation_result_id", "=", simulation_result_id)
    .executeTakeFirst();
  if (!row || row.log === null) return undefined;
  const recording = row.recording === null ? null : JSON.parse(row.recording);
  return { ...JSON.parse(row.log), attempts: row.attempts, recording };
}
