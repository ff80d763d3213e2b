/** Bodies that arrive compressed. */
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Refused } from "../errors.ts";
import { tooLarge } from "../validation/held-bytes.ts";

/**
 * The bytes of a request's body, decompressed. The reader limits them. The compressed bytes are limited here, because
 * a stream of empty blocks inflates to nothing. Call `discardRest` if it is not read to its end.
 * @throws Refused (415) if it is compressed in a way other than gzip
 */
export function plainBody(incoming: IncomingMessage, maximum: number): Readable {
  const coding = codingOf(incoming);
  if (coding === undefined) return incoming;
  if (coding !== "gzip" && coding !== "x-gzip")
    throw new Refused(
      415,
      `Content-Encoding ${coding.slice(0, 100)} is not supported; send gzip or an uncompressed body`,
      {},
      { "accept-encoding": "gzip" },
    );
  const inflated = createGunzip();
  let bytes = 0;
  incoming
    .on("data", (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > maximum) inflated.destroy(tooLarge(maximum));
    })
    .once("error", (error) => inflated.destroy(error))
    .pipe(inflated);
  // Errors after the reader has gone would be unhandled.
  return inflated.on("error", () => undefined);
}

/** Lets the sender finish, so that it can read the answer; nothing more is decompressed. */
export function discardRest(incoming: IncomingMessage, body: Readable): void {
  if (body !== incoming) {
    incoming.unpipe();
    body.destroy();
  }
  incoming.resume();
}

/** What to answer when reading a body failed. */
export const readingFailed = (error: unknown): unknown =>
  error instanceof Error && "code" in error && String(error.code).startsWith("Z_")
    ? new Refused(400, "the body is not valid gzip, or its end is missing")
    : error;

/**
 * The body of an endpoint that allows no compression.
 * @throws Refused (415) if it is compressed
 */
export function uncompressed(incoming: IncomingMessage): Readable {
  const coding = codingOf(incoming);
  if (coding === undefined) return incoming;
  throw new Refused(
    415,
    `Content-Encoding ${coding.slice(0, 100)} is not supported here, because the body may contain a recording; send it uncompressed`,
    {},
    { "accept-encoding": "identity" },
  );
}

function codingOf({ headers }: IncomingMessage): string | undefined {
  const coding = (headers["content-encoding"] ?? "").trim().toLowerCase();
  return coding === "" || coding === "identity" ? undefined : coding;
}
