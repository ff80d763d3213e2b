/**
 * An S3 store in memory that refuses requests without a valid Signature Version 4. It computes signatures
 * from the request itself, without the library that the client uses.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export const CREDENTIALS = {
  access_key_id: "AKIDEXAMPLE",
  secret_access_key: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};

export interface S3Store {
  readonly endpoint: string;
  readonly bucket: string;
  /** By key. */
  readonly objects: Map<string, Buffer>;
  /** Method and path of each request, including refused ones. */
  readonly requests: string[];
  /** What happens to the next requests, in order, instead of what they ask for. */
  readonly faults: ("500" | "503" | "reset" | "403")[];
  /** Changes the objects that the store returns. */
  change?: ((object: Buffer) => Buffer) | undefined;
  close(): Promise<void>;
}

export async function startS3Store(bucket = "calls"): Promise<S3Store> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const faults: S3Store["faults"] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => refuse(response, 400, "Broken", String(error)));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "" } = request;
    requests.push(`${method} ${url}`);
    const fault = faults.shift();
    if (fault === "reset") return void request.socket.resetAndDestroy();
    const body = await buffer(request);
    if (fault) return refuse(response, Number(fault), "SlowDown", "as the test wants it");
    const said = request.headers["x-amz-content-sha256"];
    if (said !== createHash("sha256").update(body).digest("hex"))
      return refuse(response, 400, "XAmzContentSHA256Mismatch", "these are not the bytes that were signed");
    if (!isSigned(request)) return refuse(response, 403, "SignatureDoesNotMatch", "check the key");
    if (!url.startsWith(`/${bucket}/`)) return refuse(response, 404, "NoSuchBucket", "no such bucket");
    const key = decodeURIComponent(url.slice(bucket.length + 2));
    if (method === "PUT") objects.set(key, body);
    if (method === "DELETE") objects.delete(key);
    const found = objects.get(key);
    if (method === "GET" && !found) return refuse(response, 404, "NoSuchKey", "no such key");
    response
      .writeHead(method === "DELETE" ? 204 : 200)
      .end(method === "GET" && found ? (store.change?.(found) ?? found) : undefined);
  }

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const store: S3Store = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    objects,
    requests,
    faults,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return store;
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)" of the S3 API reference. */
function isSigned({ method, url = "", headers }: IncomingMessage): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w{64})$/;
  const [, id, day = "", region = "", names = "", signature = ""] =
    form.exec(headers.authorization ?? "") ?? [];
  if (id !== CREDENTIALS.access_key_id || !names.split(";").includes("host")) return false;
  const lines = names.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url, "", lines.join(""), names, headers["x-amz-content-sha256"]].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const hash = createHash("sha256").update(canonical).digest("hex");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hash].join("\n");
  const key = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${CREDENTIALS.secret_access_key}`, day));
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, "hex"));
}
