import type { Pieces, StoredBlob } from "../../blobs/blobs.ts";
import { announceBlob } from "../../blobs/delete-blob.ts";
import type { Service } from "../../handler.ts";
import type { Row } from "../../store/schema.ts";

/** What is stored about a recording, without its bytes. */
export interface Recording extends StoredBlob {
  /** Key of its blob. */
  readonly key: string;
  /** From the data URL or the server, in lower case. */
  readonly media_type: string;
}

type Storing = Pick<Service, "blobs" | "newId" | "now" | "write" | "jobs">;

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
