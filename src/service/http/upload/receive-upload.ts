import type { Upload } from "../../blobs/blobs.ts";
import { announceBlob, deleteUnowned, type Storing } from "../../blobs/delete-blob.ts";
import { Refused } from "../../errors.ts";
import { type BodyLimits, HeldBytes } from "../../validation/held-bytes.ts";
import type { BodyRoom } from "../bodies-in-memory.ts";
import { type UploadPart, UploadScanner } from "./upload-scanner.ts";

export interface ReceivedUpload {
  /** The body with a short text in place of the recording. */
  readonly json: Uint8Array;
  /** Undefined if the field is missing or does not contain a recording: the checks of the body then report it. */
  readonly upload: Upload | undefined;
}

interface Receiving extends Pick<BodyRoom, "grow"> {
  readonly field: string;
  /** Bytes of a recording at most. */
  readonly maximum: number;
  /** Limits of what is left of the body. */
  readonly json: BodyLimits;
}

/** Stores the recording in a field of a body while it arrives. If that fails, nothing of it remains. */
export async function receiveUpload(
  { field, maximum, json: limits, grow }: Receiving,
  chunks: AsyncIterable<Buffer>,
  service: Storing,
): Promise<ReceivedUpload> {
  const json = new HeldBytes(limits, grow);
  let upload: Upload | undefined;
  try {
    const parts = partsOf(field, chunks);
    for await (const part of parts) {
      if (part.kind === "json") json.add(part.bytes);
      else if (part.kind === "recording") upload = await store(piecesOf(part.bytes, parts, maximum), service);
      else {
        await discardUpload(service, upload);
        upload = undefined;
      }
    }
    return { json: json.whole(), upload };
  } catch (error) {
    await discardUpload(service, upload);
    throw error;
  }
}

/** Deletes what was stored for a request that failed. */
export async function discardUpload(service: Storing, upload: Upload | undefined): Promise<void> {
  // If this fails, the scheduled deletion is retried until it succeeds.
  if (upload) await deleteUnowned(service, upload.key).catch(() => undefined);
}

async function* partsOf(field: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<UploadPart, void> {
  const scanner = new UploadScanner(field);
  for await (const chunk of chunks) yield* scanner.push(chunk);
  yield* scanner.end();
}

/** What arrived is not a recording. */
class Void extends Error {}

async function store(pieces: AsyncIterable<Uint8Array>, service: Storing): Promise<Upload | undefined> {
  const key = await announceBlob(service);
  try {
    return { key, ...(await service.blobs.put(key, pieces)) };
  } catch (error) {
    if (error instanceof Void) return undefined;
    throw error;
  }
}

/** One recording: the piece that has arrived and those that follow. */
async function* piecesOf(
  first: Uint8Array,
  parts: AsyncIterator<UploadPart>,
  maximum: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for (let piece = first; ; ) {
    bytes += piece.length;
    if (bytes > maximum) throw new Refused(413, `the recording is larger than ${maximum} bytes`);
    yield piece;
    const { value: part } = await parts.next();
    if (part?.kind === "whole") return;
    if (part?.kind !== "recording") throw new Void();
    piece = part.bytes;
  }
}
