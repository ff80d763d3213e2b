/**
 * Plays the service's side of a webhook: signed deliveries to an address. It uses no code of this project.
 */
import type { ChildProcess } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";

export interface DeliveryOptions {
  readonly key?: string;
  /** X-Parley-Delivery: the same for all retries. */
  readonly id?: string;
  readonly event?: string;
  /** Override those of a valid delivery. Undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export const sign = (key: string, body: string) => createHmac("sha256", key).update(body).digest("hex");

/** POSTs a body, signed, and returns the receiver's status. */
export async function deliver(
  url: string,
  body: unknown,
  { key = "whsec_1", id = randomUUID(), event = "digital_human_message", headers = {} }: DeliveryOptions = {},
): Promise<number> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const all = {
    "content-type": "application/json",
    "x-parley-signature": sign(key, text),
    "x-parley-event": event,
    "x-parley-delivery": id,
    ...headers,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(url, { method: "POST", body: text, headers: Object.fromEntries(sent) });
  await response.text();
  return response.status;
}

/** The output of a process so far, and promises for its later output. */
export function watch(child: ChildProcess) {
  const printed = { stdout: "", stderr: "" };
  const waiting = new Set<() => void>();
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.on("data", (chunk) => {
      printed[name] += chunk;
      for (const look of waiting) look();
    });
  const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  return {
    printed,
    /** The exit code. */
    ended,
    /** The first match in the output. Rejects if the process ends without one. */
    shows(name: "stdout" | "stderr", pattern: RegExp): Promise<RegExpExecArray> {
      return new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(printed[name]);
          if (match) {
            waiting.delete(look);
            resolve(match);
          }
        };
        waiting.add(look);
        look();
        void ended.then(() => reject(new Error(`never showed ${pattern}: ${JSON.stringify(printed)}`)));
      });
    },
  };
}

/** The headers of a delivery of the hosted service, instead of Parley's own. */
export const publishedHeaders = (key: string, body: unknown, id?: string, event?: string) => ({
  "x-parley-signature": undefined,
  "x-parley-event": undefined,
  "x-parley-delivery": undefined,
  "x-bluejay-signature": sign(key, JSON.stringify(body)),
  "x-bluejay-event": event,
  "x-bluejay-delivery": id,
});
