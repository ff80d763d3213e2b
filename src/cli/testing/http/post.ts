/** Posts JSON to an agent, with limits. */
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from "node:http";
import { excerpt, Trouble } from "../trouble.ts";

/** The largest answer. */
const ANSWER_MAXIMUM = 256 * 1024;

export interface Post {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeout_ms: number;
  /** What to say if it takes longer. */
  readonly late: string;
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly retry_after: string | undefined;
  readonly text: string;
}

export interface Poster {
  /** @throws Trouble if the answer is late or too large; otherwise the connection's own error */
  post(post: Post): Promise<Answer>;
  close(): void;
}

/** Keeps connections to one address. */
export async function posterTo(url: string): Promise<Poster> {
  const isSecure = new URL(url).protocol === "https:";
  const request = isSecure ? (await import("node:https")).request : plainRequest;
  const Agent = isSecure ? (await import("node:https")).Agent : PlainAgent;
  const agent = new Agent({ keepAlive: true });

  const post = (sent: Post, repeated = false): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { body, headers, signal, timeout_ms, late } = sent;
      const outgoing = request(url, {
        method: "POST",
        agent,
        headers: { ...headers, "content-length": Buffer.byteLength(body) },
      });
      const stop = () => outgoing.destroy(signal.reason);
      const timer = setTimeout(() => outgoing.destroy(new Trouble(late)), timeout_ms);
      const settle = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
      };
      signal.addEventListener("abort", stop, { once: true });
      outgoing.once("error", (error: NodeJS.ErrnoException) => {
        settle();
        // The agent closed a connection that it had kept, before it read anything.
        if (outgoing.reusedSocket && error.code === "ECONNRESET" && !repeated)
          post(sent, true).then(resolve, reject);
        else reject(error);
      });
      outgoing.once("response", (response) => {
        const { statusCode = 0, headers } = response;
        const type = headers["content-type"] ?? "";
        const retry_after = headers["retry-after"];
        textOf(response).then((text) => resolve({ status: statusCode, type, retry_after, text }), reject);
        response.once("close", settle);
      });
      outgoing.end(body);
    });
  return { post: (sent) => post(sent), close: () => agent.destroy() };
}

async function textOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response) {
    bytes += piece.length;
    if (bytes > ANSWER_MAXIMUM) throw new Trouble("the agent's answer is larger than 256 KiB");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

export const isPage = ({ type, text }: Answer): boolean =>
  /html/i.test(type) || /^\s{0,100}<(?:!doctype|html)/i.test(text.slice(0, 200));

/** An error status, with the words of the agent. */
export function statusTrouble(answer: Answer, words = answer.text): Trouble {
  const { status, retry_after } = answer;
  const page = isPage(answer) ? "a web page (HTML)" : "";
  const said = page || (words.trim() === "" ? "" : JSON.stringify(excerpt(words)));
  const wait =
    status === 429 && retry_after && /^\d{1,9}$/.test(retry_after)
      ? `; it asks to wait for ${retry_after} s: test with fewer --workers, or later`
      : "";
  return new Trouble(`the agent answered with status ${status}${said && `: ${said}`}${wait}`);
}

/** Why a connection failed, in words. */
export const unreachable = ({ code, message }: NodeJS.ErrnoException, url: string): string =>
  code === "ECONNREFUSED"
    ? `nothing listens at ${url}`
    : code === "ECONNRESET"
      ? "the agent closed the connection without an answer"
      : `the agent cannot be reached at ${url}: ${message}`;
