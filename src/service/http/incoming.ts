/** What a request says, read from Node's own message: a web `Request` would be made of all of it for each part. */
import type { IncomingMessage } from "node:http";
import { BODY_MAXIMUM } from "../../contract/values.ts";
import { Refused } from "../errors.ts";

/** Every `Host` that was sent: of several, Node's `headers` have the first. */
export function hostOf({ rawHeaders }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && /^host$/i.test(rawHeaders[at - 1] ?? ""));
  return hosts.length === 0 ? undefined : hosts.join(", ");
}

export function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

/** The body, read after the key was checked: nobody without one can fill the memory. */
export async function readBytes(incoming: IncomingMessage): Promise<Uint8Array> {
  const type = headerOf(incoming, "content-type");
  if (type && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    throw new Refused(415, `the body must be application/json, not ${type.slice(0, 100)}`);
  if (Number(headerOf(incoming, "content-length") ?? 0) > BODY_MAXIMUM) throw tooLarge();
  return collect(incoming);
}

/** By events: a web stream around the request would cost as much as the checks. */
function collect(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_MAXIMUM) return chunks.push(chunk);
      incoming.off("data", take);
      reject(tooLarge());
    };
    incoming
      .on("data", take)
      .once("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
      .once("error", reject);
  });
}

/** The connection stays open for a while: closed at once, it would often break before the sender has read this. */
const tooLarge = () => new Refused(413, `the body is larger than ${BODY_MAXIMUM} bytes`);
