/** Requests that `fetch` would not send: wrong lengths, and incomplete bodies. */
import { once } from "node:events";
import { type ClientRequest, IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Reply } from "./service.ts";

/** Opens a POST request; the caller writes its body. */
export const openPost = (url: string, headers: Readonly<Record<string, string>>): ClientRequest =>
  request(url, { method: "POST", headers: { "Content-Type": "application/json", ...headers } });

/** The reply to a request, even if its body was not sent completely. */
export async function replyTo(sent: ClientRequest): Promise<Reply> {
  const [message] = await once(sent, "response");
  if (!(message instanceof IncomingMessage)) throw new Error("no response");
  const headers = Object.entries(message.headersDistinct).map(([name, values = []]) => [
    name,
    values.join(", "),
  ]);
  return {
    status: message.statusCode ?? 0,
    body: JSON.parse(await text(message)),
    headers: new Headers(headers),
  };
}
