/** The recordings of calls: downloaded, and outlined once. */
import { PeakMeter } from "../../engine/audio/peaks.ts";
import { notFound, Refused } from "../errors.ts";
import { hearRecording } from "../evaluation/inputs/read-recording.ts";
import { Unavailable } from "../evaluation/inputs/unavailable.ts";
import type { Handlers, Service } from "../handler.ts";
import { JsonPieces, JsonText } from "../json-text.ts";
import { type Recording, recordingOf } from "./evaluations/recording.ts";

/** How long a recording may take to be outlined; hours of sound take seconds. */
const PATIENCE_MS = 60_000;

export const recordingHandlers = {
  async get_call_recording({ organization_id, params: { call_id } }, service) {
    const { key, bytes, media_type } = await requireRecording(service, organization_id, call_id);
    const pieces = await service.blobs.get(key);
    if (!pieces) throw notFound("recording of call", call_id);
    return new JsonPieces(asJson({ media_type, bytes }, pieces));
  },

  async get_recording_peaks({ organization_id, params: { call_id } }, service) {
    const { key, id } = await requireRecording(service, organization_id, call_id);
    const kept = await service.db
      .selectFrom("recording_peaks")
      .select("peaks")
      .where("call_id", "=", id)
      .where("recording_key", "=", key)
      .executeTakeFirst();
    if (kept) return new JsonText(kept.peaks);
    const peaks = JSON.stringify(await outline(service, call_id, key));
    await service.write((transaction) =>
      transaction
        .insertInto("recording_peaks")
        .values({ call_id: id, recording_key: key, peaks })
        .onConflict((found) => found.column("call_id").doUpdateSet({ recording_key: key, peaks }))
        .execute(),
    );
    return new JsonText(peaks);
  },
} satisfies Partial<Handlers>;

async function outline(service: Service, call_id: string, key: string) {
  try {
    return await hearRecording(service, key, new PeakMeter(), AbortSignal.timeout(PATIENCE_MS));
  } catch (error) {
    if (error instanceof Unavailable)
      throw new Refused(404, `the recording of call ${call_id} has no outline: ${error.message}`);
    throw error;
  }
}

/** The recording of a call. 404 if there is none, or if the call belongs to another organization. */
export async function requireRecording(
  { db }: Pick<Service, "db">,
  organization_id: string,
  call_id: string,
): Promise<Recording & { readonly id: string }> {
  const row = await db
    .selectFrom("call")
    .select(["id", "recording", "recording_key"])
    .where("organization_id", "=", organization_id)
    .where("id", "=", call_id.toLowerCase())
    .executeTakeFirst();
  const recording = row && recordingOf(row);
  if (!recording) throw notFound("recording of call", call_id);
  return { ...recording, id: row.id };
}

/** Three bytes become four characters: what is left of a piece goes before the next. */
const GROUP = 3;

async function* asJson(
  { media_type, bytes }: { readonly media_type: string; readonly bytes: number },
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ media_type, bytes }).slice(0, -1)},"recording_base64":"data:${JSON.stringify(media_type).slice(1, -1)};base64,`;
  let rest: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    const whole = Buffer.concat([rest, piece]);
    const end = whole.length - (whole.length % GROUP);
    rest = whole.subarray(end);
    yield whole.toString("base64", 0, end);
  }
  yield `${Buffer.from(rest).toString("base64")}"}`;
}
