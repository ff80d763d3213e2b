/** The protocol over stdin and stdout, until the client closes them. */
import { setImmediate as otherWork } from "node:timers/promises";
import {
  deserializeMessage,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ProtocolErrorCode,
  type RequestId,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { Failure } from "../../lib/failure.ts";
import { linesOf } from "../lines.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { createServer } from "./server.ts";
import type { Session } from "./session.ts";

/** How many requests of a client may wait for their answers at the same time. */
export const UNANSWERED_MAXIMUM = 100;

/**
 * @throws Failure (usage) if a message is too long or not UTF-8. The client has been told, but not for which
 *   request.
 */
export async function talk(session: Session, terminal: Terminal, signal: AbortSignal): Promise<void> {
  const ended = AbortSignal.any([signal, terminal.outputLost]);
  const stop = new Promise<void>((resolve) =>
    ended.addEventListener("abort", () => resolve(), { once: true }),
  );
  // A client that accepts no more answers must not keep the server from ending.
  await Promise.race([converse(session, terminal, ended), stop]);
}

async function converse(session: Session, terminal: Terminal, ended: AbortSignal): Promise<void> {
  const wire = new Wire(terminal);
  const handle = serveStdio(() => createServer(session), { transport: wire });
  try {
    for await (const line of linesOf(terminal.streams.stdin, { name: "standard input", signal: ended }))
      if (line !== "") await wire.take(line);
  } catch (error) {
    if (error instanceof Failure) await wire.refuse(null, ProtocolErrorCode.InvalidRequest, error.message);
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * One message per line. Unlike the library's own transport, it stops reading while the client does not accept
 * its answers.
 */
class Wire implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #terminal: Terminal;
  readonly #unanswered = new Set<RequestId>();
  #written: Promise<void> = Promise.resolve();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  async start(): Promise<void> {}
  async close(): Promise<void> {}

  /** Processes a message. Resolves when the client has accepted everything that was to be sent until then. */
  async take(line: string): Promise<void> {
    const message = messageOf(line);
    if ("wrong" in message) await this.refuse(null, message.code, message.wrong);
    else if (isJSONRPCRequest(message)) await this.#ask(message);
    else {
      // A cancelled request is never answered.
      if (isJSONRPCNotification(message) && message.method === "notifications/cancelled")
        this.#unanswered.delete(message.params?.["requestId"] as RequestId);
      this.onmessage?.(message);
    }
    await otherWork();
    await this.#written;
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message))
      if (message.id !== undefined) this.#unanswered.delete(message.id);
    return this.#write(serializeMessage(message));
  }

  refuse(id: RequestId | null, code: number, message: string): Promise<void> {
    return this.#write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
  }

  async #ask(request: JSONRPCRequest): Promise<void> {
    const { id } = request;
    const wrong = this.#unanswered.has(id)
      ? `another request with the id ${JSON.stringify(id)} is waiting for its answer`
      : this.#unanswered.size >= UNANSWERED_MAXIMUM &&
        `${UNANSWERED_MAXIMUM} requests are waiting for their answers: send this one again when there are fewer`;
    if (wrong) return this.refuse(id, ProtocolErrorCode.InvalidRequest, wrong);
    this.#unanswered.add(id);
    this.onmessage?.(request);
  }

  #write(text: string): Promise<void> {
    this.#written = this.#terminal.write(text);
    return this.#written;
  }
}

function messageOf(line: string): JSONRPCMessage | { readonly code: number; readonly wrong: string } {
  try {
    return deserializeMessage(line);
  } catch (error) {
    return error instanceof SyntaxError
      ? { code: ProtocolErrorCode.ParseError, wrong: "the line is not valid JSON" }
      : { code: ProtocolErrorCode.InvalidRequest, wrong: "the line is not a JSON-RPC message" };
  }
}
