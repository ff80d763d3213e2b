/** Forwards a delivery: the same bytes with the same headers, so that its signature is still valid. */
import * as http from "node:http";
import * as https from "node:https";
import type { Delivery } from "./delivery.ts";

const TIMEOUT_MS = 30_000;

/** Headers that belong to the connection and not to the message. */
const OF_CONNECTION = new Set([
  "host",
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "expect",
]);

/** Resolves with the target's status. Rejects if the target cannot be reached. */
export function forward(target: URL, { headers, body }: Delivery): Promise<number> {
  const kept = pairs(headers).filter(([name]) => !OF_CONNECTION.has(name.toLowerCase()));
  const lines = ["Host", target.host, ...kept.flat(), "Content-Length", String(body.length)];
  return new Promise((resolve, reject) => {
    const { request } = target.protocol === "https:" ? https : http;
    const sent = request(target, {
      method: "POST",
      // An array is sent unchanged, so the names keep their order and spelling.
      headers: lines as unknown as http.OutgoingHttpHeaders,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    sent.on("response", (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.on("error", reject);
    });
    sent.on("error", (error) =>
      reject(error.name === "TimeoutError" ? new Error(`no answer within ${TIMEOUT_MS / 1000} s`) : error),
    );
    sent.end(body);
  });
}

const pairs = (flat: readonly string[]) =>
  Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] ?? "", flat[2 * i + 1] ?? ""] as const);
