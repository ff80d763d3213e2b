import type { ReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { Agent, type Dispatcher, request } from "undici";
import { RECORDING_MAXIMUM } from "../../../contract/values.ts";
import { withDeadline } from "../../../lib/deadline.ts";
import { type S3Place, urlOf } from "./place.ts";

/** The client's time limits for the store. */
export interface S3Timeouts {
  /** How long the store may be silent. */
  readonly silence_ms: number;
  /** How long to wait before the second attempt. Each further wait is twice as long. */
  readonly first_delay_ms: number;
}
const PATIENCE: S3Timeouts = { silence_ms: 30_000, first_delay_ms: 400 };
/** A body gets an extra millisecond for each this many bytes. */
const SLOWEST_BYTES_PER_MS = 250;
const ATTEMPTS = 4;
/** How much is read of an error answer. */
const ERROR_BYTES = 4000;

/** The store refused a request, or could not be reached. */
class S3Failure extends Error {
  /** The answer's status; undefined without an answer. */
  readonly status: number | undefined;
  constructor(message: string, status: number | undefined, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

/** Bytes that can be read again for each attempt. */
export interface S3Body {
  readonly bytes: number;
  readonly sha256: string;
  open(): ReadStream | Uint8Array;
}

export interface S3Client {
  put(key: string, body: S3Body): Promise<void>;
  /** Undefined if the object does not exist. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  delete(key: string): Promise<void>;
  close(): Promise<void>;
}

/** The hash of an empty body. */
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/**
 * The calls of the S3 API that a blob store needs. They are signed (Signature Version 4, including the hash
 * of the body), and repeated if the store is busy or the connection breaks, which is always safe. The
 * operator has chosen the endpoint, so the guard against private targets does not apply to it. Redirects are
 * not followed.
 */
export function createS3Client(
  place: S3Place,
  { silence_ms, first_delay_ms }: S3Timeouts = PATIENCE,
): S3Client {
  const dispatcher = new Agent({ connections: 32, headersTimeout: silence_ms, bodyTimeout: silence_ms });

  async function once(method: "PUT" | "GET" | "DELETE", key: string, body?: S3Body) {
    const signer = new AwsV4Signer({
      method,
      url: urlOf(place, key),
      headers: { "x-amz-content-sha256": body?.sha256 ?? EMPTY_SHA256 },
      accessKeyId: place.access_key_id,
      secretAccessKey: place.secret_access_key,
      ...(place.session_token && { sessionToken: place.session_token }),
      service: "s3",
      region: place.region,
    });
    const { url, headers } = await signer.sign();
    const limit = silence_ms + (body?.bytes ?? 0) / SLOWEST_BYTES_PER_MS;
    const sent = body?.open();
    const answer = await withDeadline(limit, new AbortController().signal, (signal) =>
      request(url, {
        dispatcher,
        method,
        signal,
        headers: { ...Object.fromEntries(headers), ...(body && { "content-length": String(body.bytes) }) },
        ...(sent && { body: sent }),
      }),
    );
    if (method !== "GET" && answer.statusCode < 300) {
      await requireDone(answer, silence_ms);
      if (body && sent && "bytesRead" in sent && sent.bytesRead - sent.readableLength < body.bytes)
        throw new S3Failure(
          `the S3 store answered ${answer.statusCode} before it had read the whole recording`,
          undefined,
        );
    }
    return answer;
  }

  /** The answer, which is a success or 404. */
  async function send(...call: Parameters<typeof once>): Promise<Dispatcher.ResponseData> {
    for (let attempt = 1; ; attempt++) {
      const answer = await once(...call).catch((cause: Error) => cause);
      if (!(answer instanceof Error) && (answer.statusCode < 300 || answer.statusCode === 404)) return answer;
      const failure = answer instanceof Error ? failureOf(place, answer) : await refusal(answer, silence_ms);
      if (attempt === ATTEMPTS || !isTransient(failure)) throw failure;
      await sleep(first_delay_ms * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
    }
  }

  return {
    async put(key, body) {
      const answer = await send("PUT", key, body);
      if (answer.statusCode === 404) throw await refusal(answer, silence_ms);
    },
    async get(key) {
      const answer = await send("GET", key);
      if (answer.statusCode !== 404) return bounded(answer.body, place, silence_ms);
      const failure = await refusal(answer, silence_ms);
      if (failure.message.includes("NoSuchBucket")) throw failure;
      return undefined;
    },
    async delete(key) {
      const answer = await send("DELETE", key);
      if (answer.statusCode === 404) answer.body.destroy();
    },
    close: () => dispatcher.destroy(),
  };
}

const isTransient = ({ status }: S3Failure) => status === undefined || status === 429 || status >= 500;

/**
 * A status of 200 counts as success only if the store completes its answer without an error in it, because S3
 * reports some errors in a 200. Otherwise, a recording would be lost, because it is not kept anywhere else.
 */
async function requireDone({ statusCode, body }: Dispatcher.ResponseData, silence_ms: number): Promise<void> {
  const text = await startOf(body, silence_ms);
  if (text.includes("<Error"))
    throw new S3Failure(`the S3 store answered ${statusCode}${wordsOf(text) || " with an error"}`, undefined);
}

/** Error answers are XML with a code and a message. */
async function refusal(
  { statusCode, body }: Dispatcher.ResponseData,
  silence_ms: number,
): Promise<S3Failure> {
  const text = await startOf(body, silence_ms).catch(() => "");
  return new S3Failure(`the S3 store answered ${statusCode}${wordsOf(text)}`, statusCode);
}

/** In parentheses, after a space. Empty if there are none. */
function wordsOf(text: string): string {
  const [code, message] = ["Code", "Message"].map((name) => new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1]);
  const words = [code, message].filter(Boolean).join(": ");
  return words && ` (${words})`;
}

/** The first bytes of an answer. The rest is not read. Fails if it takes too long. */
async function startOf(body: Readable, patience_ms: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => body.destroy(), patience_ms);
  try {
    // Leaving the loop closes the answer.
    for await (const piece of body) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= ERROR_BYTES) break;
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(pieces).toString("utf8", 0, ERROR_BYTES);
}

/** An object's bytes. Fails if there are more than a recording may have, or if they arrive too slowly. */
async function* bounded(body: Readable, place: S3Place, silence_ms: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let waited_ms = 0;
  const fail = (why: string) => new S3Failure(`${hostOf(place)} ${why}`, undefined);
  const pieces = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const began = performance.now();
      const { value, done } = await pieces.next();
      if (done) return;
      // Time spent on processing a piece does not count against the store.
      waited_ms += performance.now() - began;
      bytes += value.length;
      if (bytes > RECORDING_MAXIMUM)
        throw fail(`sent more than ${RECORDING_MAXIMUM} bytes for one recording`);
      if (waited_ms > silence_ms + bytes / SLOWEST_BYTES_PER_MS) throw fail("sent a recording too slowly");
      yield value;
    }
  } finally {
    body.destroy();
  }
}

const hostOf = (place: S3Place) => new URL(urlOf(place, "")).host;

function failureOf(place: S3Place, error: Error & { code?: string }): S3Failure {
  if (error instanceof S3Failure) return error;
  return new S3Failure(
    `${hostOf(place)} cannot be reached: ${error.code ?? error.message}`,
    undefined,
    error,
  );
}
