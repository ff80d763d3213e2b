import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { Hono, type Context as HonoContext } from "hono";
import { sql } from "kysely";
import { type Endpoint, endpoints, type Operation } from "../../contract/endpoints.ts";
import { openapi } from "../../contract/openapi.ts";
import { BODY_MAXIMUM } from "../../contract/values.ts";
import { Refused } from "../errors.ts";
import type { Call, Handler, Handlers, Service } from "../handler.ts";
import type { ReportFailure } from "../report.ts";
import { Invalid } from "./fault.ts";
import type { AllowsHost } from "./host.ts";
import { type FindOrganization, limitKeyAttempts } from "./keys.ts";
import { readCall } from "./read.ts";

/** The app runs on Node's own server: bodies are read from its requests. */
interface Environment {
  Bindings: HttpBindings;
}
type Context = HonoContext<Environment>;

/** The routes, made from the table of endpoints. Pure: listening and closing are the server's. */
export function createApp(
  service: Service,
  handlers: Handlers,
  report: ReportFailure,
  allowsHost: AllowsHost,
): Hono<Environment> {
  const app = new Hono<Environment>();
  const organizationOf = limitKeyAttempts(service);

  app.use(async (c, next) => {
    const host = hostOf(c.env.incoming);
    if (!allowsHost(host)) throw strangeHost(host);
    await next();
  });

  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) =>
    (await isOpen(service))
      ? c.json({ status: "ready" })
      : c.json({ status: "the store does not answer" }, 503),
  );
  app.get("/openapi.json", (c) => c.json(openapi()));
  for (const operation of staticPathsFirst(Object.keys(endpoints) as Operation[])) {
    const { method, path } = endpoints[operation];
    app.on(method, toRoute(path), (c) => answer(c, operation, { service, handlers, organizationOf }));
  }
  app.notFound((c) => {
    throw noSuchRoute(c.req.method, c.req.path);
  });
  app.onError((error, c) => refusal(error, c, report));
  return app;
}

/** The tables are there since before the service listens; their database may have gone meanwhile. */
const isOpen = ({ db }: Service) =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );

const toRoute = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** `/prompts/versions` must be tried before `/prompts/{prompt_id}`. */
function staticPathsFirst(operations: Operation[]): Operation[] {
  const parameters = (operation: Operation) => endpoints[operation].path.split("{").length;
  return operations.sort((a, b) => parameters(a) - parameters(b));
}

interface Backing {
  readonly service: Service;
  readonly handlers: Handlers;
  readonly organizationOf: FindOrganization;
}

async function answer<K extends Operation>(c: Context, operation: K, backing: Backing) {
  const { service, handlers, organizationOf } = backing;
  const { incoming } = c.env;
  const key = headerOf(incoming, "x-api-key");
  const organization_id = await organizationOf(incoming.socket.remoteAddress ?? "", key);
  const endpoint: Endpoint = endpoints[operation];
  const { params, query, body } = readCall(operation, {
    params: c.req.param(),
    query: queryOf(c.req.url),
    body: endpoint.body ? await readBytes(incoming) : undefined,
  });
  const handler: Handler<K> = handlers[operation];
  const call: Call<K> = { organization_id, params, query, body };
  return asJson(JSON.stringify(await handler(call, service)));
}

/** Every `Host` that was sent: of several, Node's `headers` have the first. */
function hostOf({ rawHeaders }: IncomingMessage): string | undefined {
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && /^host$/i.test(rawHeaders[at - 1] ?? ""));
  return hosts.length === 0 ? undefined : hosts.join(", ");
}

/** Read from Node's request: Hono would make a `Headers` of all of them for it. */
function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

const queryOf = (url: string) => (url.includes("?") ? new URL(url).searchParams : new URLSearchParams());

/** Without `c.json`, which would make a `Headers` for the one header. */
const asJson = (text: string) => new Response(text, { headers: { "content-type": "application/json" } });

/** The body, read after the key was checked: nobody without one can fill the memory. */
async function readBytes(incoming: IncomingMessage): Promise<Uint8Array> {
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

const strangeHost = (host = "") =>
  new Refused(
    421,
    `this service does not answer for the host "${host.slice(0, 100)}"; \`parley serve --allowed-host\` names it`,
  );

function noSuchRoute(method: string, path: string): Refused {
  const allowed = Object.values(endpoints)
    .filter((endpoint) => new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path))
    .map((endpoint) => endpoint.method);
  return allowed.length > 0
    ? new Refused(405, `${method} is not offered at ${path}`, {}, { allow: allowed.join(", ") })
    : new Refused(404, `no such route: ${method} ${path}`);
}

function refusal(error: unknown, c: Context, report: ReportFailure) {
  if (error instanceof Invalid) return c.json({ detail: error.faults }, 422);
  if (error instanceof Refused)
    return c.json({ detail: error.message, ...error.extra }, error.status, { ...error.headers });
  if (c.req.raw.signal.aborted && isReset(error))
    return c.json({ detail: "the caller left before the body was whole" }, 400);
  report(error, `${c.req.method} ${c.req.path}`);
  return c.json({ detail: "the service failed; the request may not have taken effect" }, 500);
}

/** How the body of a request fails whose connection ended half way. */
const isReset = (error: unknown) => error instanceof Error && "code" in error && error.code === "ECONNRESET";
