/** Recordings for players, which request parts of them. */
import type { IncomingMessage } from "node:http";
import type { Blobs } from "../blobs/blobs.ts";
import { getChecked } from "../blobs/checked.ts";
import type { Recording } from "../domain/calls/recording.ts";
import { Refused } from "../errors.ts";
import { headerOf } from "../http/incoming.ts";
import type { Reports } from "../report.ts";

export async function answerRecording(
  service: Blobs & Reports,
  recording: Recording,
  incoming: IncomingMessage,
): Promise<Response> {
  const { bytes, media_type, sha256 } = recording;
  const headers = {
    "content-type": media_type,
    "accept-ranges": "bytes",
    etag: `"${sha256}"`,
    "cache-control": "private, no-cache",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  };
  const range = rangeOf(headerOf(incoming, "range"), bytes);
  if (range === "unsatisfiable")
    return new Response(null, { status: 416, headers: { ...headers, "content-range": `bytes */${bytes}` } });
  const pieces = await getChecked(service, recording);
  if (!pieces) throw new Refused(404, "this recording is gone");
  const { from, to } = range ?? { from: 0, to: bytes - 1 };
  return new Response(ReadableStream.from(partOf(pieces, from, to)), {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      "content-length": String(to - from + 1),
      ...(range && { "content-range": `bytes ${from}-${to}/${bytes}` }),
    },
  });
}

interface Range {
  readonly from: number;
  /** Inclusive. */
  readonly to: number;
}

/** A single range, as players request. Several ranges, or another unit, get the whole. */
export function rangeOf(header: string | undefined, bytes: number): Range | "unsatisfiable" | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  const range =
    first === ""
      ? { from: Math.max(0, bytes - Number(last)), to: bytes - 1 }
      : { from: Number(first), to: last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1) };
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  return range.from > range.to ? "unsatisfiable" : range;
}

/**
 * The bytes from one position to another. Skips what comes before, because stores return blobs only from the
 * beginning.
 */
async function* partOf(
  pieces: AsyncIterable<Uint8Array>,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const piece of pieces) {
    const end = at + piece.length;
    if (end > from) yield piece.subarray(Math.max(0, from - at), to + 1 - at);
    if (end > to) return;
    at = end;
  }
}
