import type { Blobs, Upload } from "../../blobs/blobs.ts";
import { DamagedBlob, getChecked } from "../../blobs/checked.ts";
import type { Reports } from "../../report.ts";
import type { ReadRecording } from "../metric-input.ts";

/** Audio models accept 20 to 25 MB. Four evaluations at a time may hold that much in memory. */
const HEARD_BYTES_MAXIMUM = 25 * 1024 * 1024;

/** The bytes of a recording, for a judge that listens to it. */
export async function wholeRecording(service: Blobs & Reports, recording: Upload): ReturnType<ReadRecording> {
  if (recording.bytes > HEARD_BYTES_MAXIMUM) return "recording_too_large";
  const parts: Uint8Array[] = [];
  try {
    for await (const piece of (await getChecked(service, recording)) ?? []) parts.push(piece);
  } catch (error) {
    if (error instanceof DamagedBlob) return "damaged_recording";
    throw error;
  }
  return parts.length === 0 ? undefined : Buffer.concat(parts);
}
