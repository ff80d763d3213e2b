import { BODY_MAXIMUM } from "../../../contract/values.ts";
import type { Network } from "../../network/outbound.ts";
import { unavailable } from "./fetch-recording.ts";

const TIMEOUT_MS = 30_000;

/** The text of the document at a URL (`transcript_url` of E2), for `readTranscript`. Throws `Unavailable`. */
export async function fetchTranscript(
  { outbound }: Network,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  const limits = { max_bytes: BODY_MAXIMUM, timeout_ms: TIMEOUT_MS, signal };
  const bytes = await outbound.fetch(url, limits, whole).catch((error) => {
    throw unavailable(error, "transcript_url");
  });
  return bytes.toString("utf8");
}

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts);
}
