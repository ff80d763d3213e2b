/** The HTTP server that receives webhooks. It refuses deliveries that are not signed with the key. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { usage } from "../../lib/failure.ts";
import type { Address } from "./address.ts";
import { type Delivery, toDelivery } from "./delivery.ts";
import { SeenDeliveries } from "./seen.ts";
import { faultOf } from "./signature.ts";

/** Events are small: a turn of a conversation, or an evaluation. */
const BODY_MAXIMUM = 4 * 1024 * 1024;
/** A sender that takes longer for so few bytes is only holding a connection. */
const REQUEST_TIMEOUT_MS = 30_000;

const CLOSE_PATIENCE_MS = 2000;

export interface ReceiverOptions extends Address {
  /** Key of the signatures. */
  readonly key: string;
  /** Names of headers that may carry the signature. */
  readonly signature_headers: readonly string[];
  /**
   * How old a signed timestamp may be, in seconds. If it is given, deliveries without one are refused. Otherwise it is
   * 300, for those that have one.
   */
  readonly tolerance?: number | undefined;
  readonly seen?: SeenDeliveries;
  /**
   * Handles each delivery once. The service gets a success only when this resolves. Otherwise it tries again.
   */
  receive(delivery: Delivery): Promise<void>;
  /** Called with the reason for each refusal. */
  refused(reason: string): void;
}

export interface Receiver {
  readonly url: string;
  /** Answers the requests that have arrived and accepts no more. */
  close(): Promise<void>;
}

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
  }
}

/** @throws Failure (usage) if it cannot listen on the address */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const seen = options.seen ?? new SeenDeliveries();
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, async (request, response) => {
    try {
      await take(request, options, seen);
      answer(response, 200, { received: true });
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 500;
      const detail = error instanceof Error ? error.message : String(error);
      options.refused(`${request.method} ${request.url} from ${request.socket.remoteAddress}: ${detail}`);
      // Read the rest of the body, so that the sender sees the answer.
      request.resume();
      response.shouldKeepAlive = false;
      answer(response, status, { detail });
    }
  });
  const { host, port } = options;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, options)));
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    close: () =>
      new Promise((resolve) => {
        // Do not wait for clients that are connected but send nothing.
        const rest = setTimeout(() => server.closeAllConnections(), CLOSE_PATIENCE_MS);
        server.close(() => {
          clearTimeout(rest);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

async function take(request: IncomingMessage, options: ReceiverOptions, seen: SeenDeliveries): Promise<void> {
  if (request.method !== "POST") throw new Refusal(405, "webhooks are delivered with POST");
  const body = await readBody(request);
  const fault = faultOf(request.headers, body, options, Date.now());
  if (fault !== undefined) throw new Refusal(401, fault);
  const delivery = toDelivery(request, body, new Date().toISOString());
  if (!seen.add(delivery.id)) return;
  try {
    await options.receive(delivery);
  } catch (error) {
    seen.forget(delivery.id);
    throw error;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const parts: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of parts) {
    bytes += chunk.length;
    if (bytes > BODY_MAXIMUM) throw new Refusal(413, `the body is larger than ${BODY_MAXIMUM} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function cannotListen(error: NodeJS.ErrnoException, { host, port }: Address): unknown {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is already in use`,
    EADDRNOTAVAIL: `${host} is not an address of this machine`,
    ENOTFOUND: `${host} is not an address of this machine`,
    EACCES: `no permission to listen on port ${port}`,
  };
  const reason = reasons[error.code ?? ""];
  return reason ? usage(reason, { where: "--listen", hint: "port 0 picks a free one" }) : error;
}
