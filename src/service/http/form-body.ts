import type { IncomingMessage } from "node:http";

/** The text of a body. Undefined if it is larger than `maximum` bytes; the rest is then dropped as it arrives. */
export async function textBody(incoming: IncomingMessage, maximum: number): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of incoming.iterator({ destroyOnReturn: false })) {
    bytes += (piece as Buffer).length;
    if (bytes > maximum) {
      incoming.resume();
      return undefined;
    }
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString();
}

/** The form in a body. Undefined if it is too large. */
export async function formBody(
  incoming: IncomingMessage,
  maximum: number,
): Promise<URLSearchParams | undefined> {
  const text = await textBody(incoming, maximum);
  return text === undefined ? undefined : new URLSearchParams(text);
}
