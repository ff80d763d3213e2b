import type { Service } from "../../handler.ts";
import type { ReadRecording } from "../metric-input.ts";

/** Audio models take 20 to 25 MB; four evaluations may hold that much at a time. */
const HEARD_BYTES_MAXIMUM = 25 * 1024 * 1024;

/** The bytes of a recording, for a judge that listens to it. */
export async function wholeRecording(
  { blobs }: Pick<Service, "blobs">,
  { key, bytes }: { readonly key: string; readonly bytes: number },
): ReturnType<ReadRecording> {
  if (bytes > HEARD_BYTES_MAXIMUM) return "recording_too_large";
  const parts: Uint8Array[] = [];
  for await (const piece of (await blobs.get(key)) ?? []) parts.push(piece);
  return parts.length === 0 ? undefined : Buffer.concat(parts);
}
