import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { Endpoint } from "../../contract/endpoints.ts";
import {
  BODY_MAXIMUM,
  RECORDING_MAXIMUM,
  SUBMISSION_VALUES_MAXIMUM,
  VALUES_MAXIMUM,
} from "../../contract/values.ts";
import type { Upload } from "../blobs/blobs.ts";
import type { Storing } from "../blobs/delete-blob.ts";
import { Refused } from "../errors.ts";
import type { Skim } from "../imports/signatures.ts";
import { type BodyLimits, HeldBytes, tooLarge } from "../validation/held-bytes.ts";
import { createYielder, yieldNow } from "../yield.ts";
import type { BodyRoom } from "./bodies-in-memory.ts";
import { discardRest, plainBody, readingFailed, uncompressed } from "./plain-body.ts";
import { receiveUpload } from "./upload/receive-upload.ts";

const LIMITS: BodyLimits = { bytes: BODY_MAXIMUM, values: VALUES_MAXIMUM };
/** Limits of bodies that a thread reads. */
const LARGE_LIMITS: BodyLimits = { bytes: BODY_MAXIMUM, values: SUBMISSION_VALUES_MAXIMUM };

/** Bytes of a body that is not held, only checked: two hours of a recording in base64. */
const SKIMMED_MAXIMUM = 512 * 1024 * 1024;

/** How far from its beginning a body says what it is. */
const SIGN_WITHIN = 1024;

/** A recording takes four thirds of its bytes as base64; the rest is for escapes. */
const UPLOAD_MAXIMUM = 2 * RECORDING_MAXIMUM;

/** The body of a request; its upload has been stored already. */
export interface ReceivedBody {
  readonly bytes: Uint8Array;
  /** Protobuf, which has not been checked yet; otherwise JSON that has passed a `BodyScan`. */
  readonly is_protobuf: boolean;
  readonly upload?: Upload | undefined;
  /** It was too large to be held: `bytes` only say what it is. */
  readonly is_skimmed?: boolean;
}

/**
 * Reads the body of a request to an endpoint that accepts one. The part of it that stays in memory takes up room; a
 * recording goes to the disk. Call it once the key has been checked, so that nobody without a key can fill memory or
 * disk.
 */
export async function receiveBody(
  { upload, large, signed, otlp }: Endpoint,
  incoming: IncomingMessage,
  service: Storing,
  { grow, skim }: Pick<BodyRoom, "grow"> & { readonly skim?: Skim | undefined },
): Promise<ReceivedBody> {
  const { "content-type": type, "content-length": length } = incoming.headers;
  const is_protobuf = otlp === true && isProtobuf(type);
  if (!is_protobuf && type && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    throw new Refused(415, `the body must be application/json, not ${type.slice(0, 100)}`);
  const limits = large || signed || otlp ? LARGE_LIMITS : LIMITS;
  const maximum = skim ? SKIMMED_MAXIMUM : limits.bytes + (upload ? UPLOAD_MAXIMUM : 0);
  if (Number(length ?? 0) > maximum) throw tooLarge(maximum);
  // A recording is already compressed, or would take a thousand times as much space as on its way here.
  const body = upload ? uncompressed(incoming) : plainBody(incoming, maximum);
  try {
    if (is_protobuf) return { bytes: await collectUnread(body, maximum, grow), is_protobuf };
    if (skim) return { ...(await collectOrSkim(bounded(body, maximum), limits, grow, skim)), is_protobuf };
    if (!upload) return { bytes: await collect(body, limits, grow), is_protobuf };
    const { json, upload: stored } = await receiveUpload(
      { field: upload, maximum: RECORDING_MAXIMUM, json: limits, grow },
      bounded(body, maximum),
      service,
    );
    return { bytes: json, is_protobuf, upload: stored };
  } catch (error) {
    discardRest(incoming, body);
    throw readingFailed(error);
  }
}

/**
 * Uses events: a web stream around the request would cost as much as the checks. Others get their turn after each
 * chunk but the first, because megabytes of several bodies may have arrived at once.
 */
function collect(body: Readable, limits: BodyLimits, grow: BodyRoom["grow"]): Promise<Uint8Array> {
  const held = new HeldBytes(limits, grow);
  return new Promise<Uint8Array>((resolve, reject) => {
    const take = (chunk: Uint8Array) => {
      try {
        held.add(chunk);
      } catch (error) {
        body.off("data", take);
        reject(error);
        return;
      }
      if (held.chunks === 1) return;
      body.pause();
      void yieldNow().then(() => body.resume());
    };
    body
      .on("data", take)
      .once("end", () => resolve(held.whole()))
      .once("error", reject);
  }).finally(() => held.clear());
}

/** Holds a body. If it is too large, lets it pass if nothing of its kind is stored. */
async function collectOrSkim(
  body: AsyncIterable<Buffer>,
  limits: BodyLimits,
  grow: BodyRoom["grow"],
  skim: Skim,
): Promise<Pick<ReceivedBody, "bytes" | "is_skimmed">> {
  const held = new HeldBytes(limits, grow);
  let bytes = 0;
  let beginning = "";
  for await (const chunk of body) {
    skim.update(chunk);
    bytes += chunk.length;
    if (beginning.length < SIGN_WITHIN) beginning += chunk.toString("latin1", 0, SIGN_WITHIN);
    if (bytes <= limits.bytes) held.add(chunk);
    else if (beginning.slice(0, SIGN_WITHIN).includes(skim.sign)) held.clear();
    else throw tooLarge(limits.bytes);
  }
  if (bytes <= limits.bytes) return { bytes: held.whole() };
  return { bytes: Buffer.from(`{"type":${skim.sign}}`), is_skimmed: true };
}

async function* bounded(body: Readable, maximum: number): AsyncGenerator<Buffer> {
  const yieldIfDue = createYielder();
  let bytes = 0;
  // A request that is not read to its end still gets an answer, so its connection stays open.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    // Megabytes may have arrived at once.
    await yieldIfDue();
    bytes += chunk.length;
    if (bytes > maximum) throw tooLarge(maximum);
    yield chunk;
  }
}

/** The media type of protobuf over HTTP, as OTLP names it. */
export const isProtobuf = (type: string | undefined) => /^application\/x-protobuf\b/i.test(type ?? "");

/** Only the bytes: the reader of the message applies its other limits. */
async function collectUnread(body: Readable, maximum: number, grow: BodyRoom["grow"]): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of bounded(body, maximum)) {
    grow(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
