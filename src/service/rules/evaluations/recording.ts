import type { BlobStore } from "../../store/blobs.ts";

/** What is kept of a recording beside its bytes. */
interface Recording {
  /** As the data URL names it, in lower case. */
  readonly media_type: string;
  readonly bytes: number;
  /** Hexadecimal; also the name under which the bytes are stored. */
  readonly sha256: string;
}

/** Stores the bytes of a data URL, `data:<media type>;base64,<data>`, that the contract has checked. */
export async function storeRecording(blobs: BlobStore, data_url: string): Promise<Recording> {
  const media_type = data_url.slice("data:".length, data_url.indexOf(";")).toLowerCase();
  const bytes = Buffer.from(data_url.slice(data_url.indexOf(",") + 1), "base64");
  return { media_type, bytes: bytes.length, sha256: await blobs.put(bytes) };
}
