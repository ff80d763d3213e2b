import type { Pieces, StoredBlob } from "../../blobs/blobs.ts";
import { announceBlob, type Storing } from "../../blobs/delete-blob.ts";
import { notFound } from "../../errors.ts";
import type { Row } from "../../store/schema.ts";
import type { Store } from "../../store/store.ts";

/** What is stored about a recording, without its bytes. */
export interface Recording extends StoredBlob {
  /** Key of its blob. */
  readonly key: string;
  /** From the data URL or the server, in lower case. */
  readonly media_type: string;
}

/** Stores bytes under a new key. They are kept once a call refers to the key. */
export async function storeBytes(service: Storing, pieces: Pieces): Promise<StoredBlob & { key: string }> {
  const key = await announceBlob(service);
  return { key, ...(await service.blobs.put(key, pieces)) };
}

/** The columns of a call about its recording. */
export function recordingColumns(
  recording: Recording | null,
): Pick<Row<"call">, "recording" | "recording_key"> {
  if (!recording) return { recording: null, recording_key: null };
  const { key, ...shown } = recording;
  return { recording: JSON.stringify(shown), recording_key: key };
}

/** The recording of a call. */
export function recordingOf({
  recording,
  recording_key,
}: Pick<Row<"call">, "recording" | "recording_key">): Recording | null {
  return recording === null || recording_key === null
    ? null
    : { ...JSON.parse(recording), key: recording_key };
}

/** The recording of a call. 404 without one, or if the call belongs to another organization. */
export async function requireRecording(
  { db }: Pick<Store, "db">,
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
