import { notFound } from "../../errors.ts";
import type { Store } from "../../store/store.ts";
import { type Recording, recordingOf } from "../calls/recording.ts";
import { requireResult } from "./results.ts";

/** The recording of a voice conversation. 404 without one, or if it belongs to another organization. */
export async function requireResultRecording(
  { db }: Pick<Store, "db">,
  organization_id: string,
  simulation_result_id: string,
): Promise<Recording & { readonly id: number; readonly peaks: string | null }> {
  const { id } = await requireResult(db, organization_id, simulation_result_id);
  const row = await db
    .selectFrom("voice_call")
    .select(["recording", "recording_key", "peaks"])
    .where("simulation_result_id", "=", id)
    .executeTakeFirst();
  const recording = row && recordingOf(row);
  if (!recording) throw notFound("recording of simulation result", simulation_result_id);
  return { ...recording, id, peaks: row.peaks };
}
