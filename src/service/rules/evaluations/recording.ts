import type { BlobStore, StoredBlob } from "../../store/blobs.ts";

/** What is kept of a recording beside its bytes. */
export interface Recording extends StoredBlob {
  /** As the data URL or the server names it, in lower case. */
  readonly media_type: string;
}

/** Stores the bytes of a data URL, `data:<media type>;base64,<data>`, that the contract has checked. */
export async function storeRecording(blobs: BlobStore, data_url: string): Promise<Recording> {
  const media_type = data_url.slice("data:".length, data_url.indexOf(";")).toLowerCase();
  const bytes = Buffer.from(data_url.slice(data_url.indexOf(",") + 1), "base64");
  return { media_type, ...(await blobs.put([bytes])) };
}
