/** The recordings of calls and of voice conversations: downloads, and waveforms, which are computed once. */

import { PeakMeter } from "../../engine/audio/peaks.ts";
import { getChecked } from "../blobs/checked.ts";
import type { Recording } from "../domain/calls/recording.ts";
import { requireRecording } from "../domain/calls/recording.ts";
import { requireResultRecording } from "../domain/conversations/recording.ts";
import { notFound, Refused } from "../errors.ts";
import { hearRecording } from "../evaluation/inputs/read-recording.ts";
import { Unavailable } from "../evaluation/inputs/unavailable.ts";
import { JsonPieces, JsonText } from "../json-text.ts";
import type { Service } from "../service.ts";
import type { Handlers } from "./handler.ts";

/** How long computing a waveform may take. Hours of audio take seconds. */
const PATIENCE_MS = 60_000;

export const recordingHandlers = {
  async get_call_recording({ organization_id, params: { call_id } }, service) {
    const recording = await requireRecording(service, organization_id, call_id);
    const { bytes, media_type } = recording;
    const pieces = await getChecked(service, recording);
    if (!pieces) throw notFound("recording of call", call_id);
    return new JsonPieces(asJson({ media_type, bytes }, pieces));
  },

  async get_recording_peaks({ organization_id, params: { call_id } }, service) {
    const recording = await requireRecording(service, organization_id, call_id);
    const { key, id } = recording;
    const kept = await service.db
      .selectFrom("recording_peaks")
      .select("peaks")
      .where("call_id", "=", id)
      .where("recording_key", "=", key)
      .executeTakeFirst();
    if (kept) return new JsonText(kept.peaks);
    const peaks = await outline(service, `recording of call ${call_id}`, recording);
    await service.write((transaction) =>
      transaction
        .insertInto("recording_peaks")
        .values({ call_id: id, recording_key: key, peaks })
        .onConflict((conflict) => conflict.column("call_id").doUpdateSet({ recording_key: key, peaks }))
        .execute(),
    );
    return new JsonText(peaks);
  },

  async get_result_recording({ organization_id, params: { simulation_result_id } }, service) {
    const recording = await requireResultRecording(service, organization_id, simulation_result_id);
    const { bytes, media_type } = recording;
    const pieces = await getChecked(service, recording);
    if (!pieces) throw notFound("recording of simulation result", simulation_result_id);
    return new JsonPieces(asJson({ simulation_result_id, media_type, bytes }, pieces));
  },

  async get_result_recording_peaks({ organization_id, params: { simulation_result_id } }, service) {
    const recording = await requireResultRecording(service, organization_id, simulation_result_id);
    if (recording.peaks !== null) return new JsonText(recording.peaks);
    const peaks = await outline(service, `recording of simulation result ${simulation_result_id}`, recording);
    await service.write((transaction) =>
      transaction
        .updateTable("voice_call")
        .set({ peaks })
        .where("simulation_result_id", "=", recording.id)
        .where("recording_key", "=", recording.key)
        .execute(),
    );
    return new JsonText(peaks);
  },
} satisfies Partial<Handlers>;

/** @param what the name of the recording in a refusal */
async function outline(service: Service, what: string, recording: Recording): Promise<string> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return JSON.stringify(await hearRecording(service, recording, new PeakMeter(), signal));
  } catch (error) {
    if (error instanceof Unavailable) throw new Refused(404, `the ${what} has no outline: ${error.message}`);
    throw error;
  }
}

/** Three bytes become four characters, so the remaining bytes of a piece are put before the next. */
const GROUP = 3;

interface Head {
  readonly media_type: string;
  readonly bytes: number;
  readonly simulation_result_id?: string;
}

/** The answer with the recording in it, as a data URL. */
async function* asJson(head: Head, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"recording_base64":"data:${JSON.stringify(head.media_type).slice(1, -1)};base64,`;
  let rest: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    const whole = Buffer.concat([rest, piece]);
    const end = whole.length - (whole.length % GROUP);
    rest = whole.subarray(end);
    yield whole.toString("base64", 0, end);
  }
  yield `${Buffer.from(rest).toString("base64")}"}`;
}
