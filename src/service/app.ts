import type { ServerResponse } from "node:http";
import { Hono } from "hono";
import { type Endpoint, endpoints, type Operation } from "../contract/endpoints.ts";
import { openapi } from "../contract/openapi.ts";
import { mayHaveTwoNames, type NameDialect, toDialect } from "../contract/published-names.ts";
import * as schemas from "../contract/schemas/index.ts";
import type { AuditLog } from "./audit/audit-log.ts";
import type { KeyOwner } from "./auth.ts";
import { addConsole } from "./console/routes.ts";
import { findSessions } from "./console/sessions.ts";
import { isRefusal, Refused } from "./errors.ts";
import type { ApiRequest, Handler, Handlers } from "./handlers/handler.ts";
import { audited } from "./http/audited.ts";
import {
  ANSWER_LIMITS,
  type AnswerLimits,
  type Backpressure,
  createBackpressure,
  type Sendable,
} from "./http/backpressure.ts";
import { BODIES_LIMITS, type GiveRoom, limitBodies } from "./http/bodies-in-memory.ts";
import { isProtobuf, type ReceivedBody, receiveBody } from "./http/body.ts";
import { type Document, docsHeaders, docsPage } from "./http/docs-page.ts";
import type { Context, Environment } from "./http/environment.ts";
import type { AllowsHost } from "./http/host.ts";
import {
  hasUnknownFraming,
  headerOf,
  hostOf,
  idempotencyKeyOf,
  queryOf,
  targetHostOf,
} from "./http/incoming.ts";
import { limitAttempts, limitKeyAttempts } from "./http/keys.ts";
import { type AnswerMcp, addMcp } from "./http/mcp-route.ts";
import { observeRequests } from "./http/observe-requests.ts";
import { addProbes, addRoute } from "./http/probes.ts";
import type { Admit } from "./http/rate-limit.ts";
import { refusal } from "./http/refusal.ts";
import { createResponseCache, type ResponseCache } from "./http/response-cache.ts";
import { tellUnknown, tellUnknownParameters } from "./http/unknown.ts";
import { discardUpload } from "./http/upload/receive-upload.ts";
import { type Gate, identify, ownerFor, requireKey, signedFor } from "./identify.ts";
import type { SignedRequest } from "./imports/signed-owner.ts";
import { JsonPieces, JsonText } from "./json-text.ts";
import type { Metrics } from "./observe/metrics.ts";
import type { Tracing } from "./observe/tracing.ts";
import type { OnRequest, ReportFailure } from "./report.ts";
import type { Service } from "./service.ts";
import type { BodyReader } from "./thread/work-thread.ts";
import { readExport } from "./traces/read-spans.ts";
import {
  type BodyRead,
  NO_BODY,
  readBody,
  readCall,
  SMALL_BODY,
  type Strictness,
  unknownParameters,
} from "./validation/read.ts";
import { addAgentCalls } from "./voice/agent-calls/routes.ts";
import { addHangUps } from "./voice/hang-ups.ts";
import { addWorlds } from "./worlds/routes.ts";

export interface AppOptions {
  readonly service: Service;
  /** Absent if the process only runs jobs; it then answers only probes. */
  readonly handlers: Handlers | undefined;
  readonly allowsHost: AllowsHost;
  /** Whether the service is about to stop, so that load balancers should send it nothing more. */
  readonly isStopping?: () => boolean;
  /**
   * It accepts no more connections: each is closed after its answer. Before that, a client that was sent away would
   * reconnect at the very moment when new connections end.
   */
  readonly isClosed?: () => boolean;
  /** Whether the console is served at `/`. */
  readonly hasConsole?: boolean;
  /** Whether the data folder has space; absent if everything is in memory. */
  readonly hasRoom?: (() => Promise<boolean>) | undefined;
  /** Absent if keys have no rate limit. */
  readonly admit?: Admit | undefined;
  readonly report: ReportFailure;
  readonly log?: OnRequest | undefined;
  readonly metrics?: Metrics | undefined;
  readonly audit: AuditLog;
  /** Whether unknown fields and values are refused, and which names answers use for fields that have two. */
  readonly openness: Openness;
  /** How much memory unread answers may use. */
  readonly answers?: AnswerLimits | undefined;
  readonly tracing?: Tracing | undefined;
  /** Answers `/mcp`; absent if it is not offered. */
  readonly mcp?: AnswerMcp | undefined;
  /** Opens the world of any conversation: for the agent of a test. */
  readonly world_key?: string | undefined;
}

export interface Openness extends Strictness {
  readonly dialect: NameDialect;
}

/** The routes, built from the table of endpoints. Pure: the server listens and closes. */
export function createApp({
  service,
  handlers,
  allowsHost,
  isStopping = () => false,
  isClosed = () => false,
  hasRoom,
  hasConsole = false,
  admit,
  report,
  log,
  metrics,
  audit,
  openness,
  answers = ANSWER_LIMITS,
  tracing,
  mcp,
  world_key,
}: AppOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(observeRequests({ newId: service.newId, count: metrics?.request, log, tracing, report }));
  /** Connections on which anything that still arrives could be part of a body. */
  const mistrusted = new WeakSet<object>();
  app.use(async (c, next) => {
    const { incoming } = c.env;
    if (mistrusted.has(incoming.socket)) throw unknownFraming();
    if (hasUnknownFraming(incoming)) {
      mistrusted.add(incoming.socket);
      throw unknownFraming();
    }
    const target = targetHostOf(incoming);
    for (const host of target === undefined ? [hostOf(incoming)] : [hostOf(incoming), target])
      if (!allowsHost(host)) throw strangeHost(host);
    await next();
    // Otherwise a client that is still sending its body could not read the answer.
    if (isClosed() && incoming.complete) c.env.outgoing.setHeader("connection", "close");
  });

  addProbes(app, { service, isStopping, hasRoom, metrics });
  if (handlers) {
    const attempts = limitAttempts(service);
    const backing: Backing = {
      service,
      handlers,
      admit,
      openness,
      attempts,
      ownerOf: limitKeyAttempts(service, attempts),
      ownerOfSession: findSessions(service),
      cached: createResponseCache(service.revisionOf),
      backpressure: createBackpressure(answers),
      roomFor: limitBodies(BODIES_LIMITS),
    };
    addOperations(app, backing, { audit, hasConsole });
    addAgentCalls(app, service, { ...backing, audit });
    addHangUps(app, service, backing);
    if (mcp) addMcp(app, { answer: mcp, ownerOf: (c) => ownerFor(c, backing), roomFor: backing.roomFor });
    addWorlds(app, service, { attempts, world_key });
    if (hasConsole)
      addConsole(app, {
        service,
        ownerOf: (c) => ownerFor(c, backing),
        isStillIn: (c) => identify(c, backing).then(() => true, isRefusal),
        isStopping,
      });
  }
  app.notFound((c) => {
    throw handlers ? noSuchRoute(c.req.method, c.req.path, hasConsole) : onlyJobs();
  });
  app.onError(refusal);
  return app;
}

function addOperations(
  app: Hono<Environment>,
  backing: Backing,
  { audit, hasConsole }: Required<Pick<AppOptions, "audit" | "hasConsole">>,
): void {
  // Created once, with the first request: strangers may ask for them too, and leave them unread.
  let document: Buffer<ArrayBuffer> | undefined;
  let docs: Buffer<ArrayBuffer> | undefined;
  addRoute(app, "/openapi.json", () => {
    document ??= Buffer.from(JSON.stringify(openapi("/", hasConsole)));
    return asJson(document);
  });
  addRoute(app, "/docs", (c) => {
    docs ??= Buffer.from(docsPage(openapi(undefined, hasConsole) as unknown as Document));
    return c.body(docs, 200, docsHeaders());
  });
  for (const operation of staticPathsFirst(Object.keys(endpoints) as Operation[])) {
    const { method, path, signs_in }: Endpoint = endpoints[operation];
    if (signs_in && !hasConsole) continue;
    const use = method === "GET" ? "read" : operation;
    app.on(method, toRoute(path), (c) => audited(c, use, audit, () => answer(c, operation, backing)));
  }
}

const toRoute = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** `/prompts/versions` must be tried before `/prompts/{prompt_id}`. */
function staticPathsFirst(operations: Operation[]): Operation[] {
  const parameters = (operation: Operation) => endpoints[operation].path.split("{").length;
  return operations.sort((a, b) => parameters(a) - parameters(b));
}

interface Backing extends Gate {
  readonly handlers: Handlers;
  readonly openness: Openness;
  readonly cached: ResponseCache;
  readonly backpressure: Backpressure;
  readonly roomFor: GiveRoom;
}

async function answer<K extends Operation>(c: Context, operation: K, backing: Backing) {
  c.set("route", endpoints[operation].path);
  const signed = (endpoints[operation] as Endpoint).signed && (await signedFor(c, backing));
  // The answer to a platform's signature is short.
  if (signed) return asJson(String(await make(c, operation, signed, backing)));
  const owner = await ownerFor(c, backing);
  if ((endpoints[operation] as Endpoint).signs_in) requireKey(c.env.incoming);
  backing.backpressure.admit(owner.organization_id);
  if (!backing.openness.strict) tellUnknownParameters(c, unknownParameters(operation, queryOf(c.req.url)));
  if ((endpoints[operation] as Endpoint).otlp && isProtobuf(c.env.incoming.headers["content-type"])) {
    const made = await make(c, operation, owner, backing);
    const { otlpAnswer } = await import("./traces/otlp-protobuf.ts");
    const body = otlpAnswer(JSON.parse(String(made)));
    return new Response(body, { headers: { "content-type": "application/x-protobuf" } });
  }
  const { organization_id } = owner;
  const question = { operation, organization_id, url: c.env.incoming.url ?? "" };
  const asked = { operation, organization_id, response: c.env.outgoing as ServerResponse };
  const made = () => backing.cached(question, () => make(c, operation, owner, backing));
  const { inTurn, always } = backing.backpressure;
  const answered = await (c.req.method === "GET" ? inTurn(asked, made) : always(asked, made));
  return endpoints[operation].answer === "Nothing" ? new Response(null, { status: 204 }) : asJson(answered);
}

async function make<K extends Operation>(
  c: Context,
  operation: K,
  caller: KeyOwner | SignedRequest,
  { service, handlers, openness, roomFor }: Backing,
): Promise<string | JsonPieces> {
  const endpoint: Endpoint = endpoints[operation];
  // A misspelled field in a body that says what to delete would delete the wrong thing.
  const strict = openness.strict || endpoint.method === "DELETE";
  const idempotency_key = endpoint.takes_key && idempotencyKeyOf(c.env.incoming);
  if (endpoint.body) askForBody(c.env);
  const is_signed = "ownerOf" in caller;
  const thread = service.thread.of(caller.organization_id);
  // Anyone can send a request with an invalid signature, so these must not take room from clients with a key.
  const room = roomFor(`${is_signed ? "signed " : ""}${caller.organization_id}`);
  let received: ReceivedBody | undefined;
  try {
    const skim = is_signed ? caller.skim : undefined;
    received = endpoint.body && (await receiveBody(endpoint, c.env.incoming, service, { ...room, skim }));
    const owner = is_signed ? signerOf(caller, received) : caller;
    const read = received && (await readReceived(endpoint, received, thread, { strict }));
    const arrived = { params: c.req.param(), query: queryOf(c.req.url), body: read?.body };
    const { params, query, body } = readCall(operation, arrived, openness);
    if (read?.body.unknown) tellUnknown(c, read.body.unknown);
    const handler: Handler<K> = handlers[operation];
    const { upload } = received ?? {};
    const simulation_result_id =
      endpoint.otlp || endpoint.for_conversation
        ? headerOf(c.env.incoming, "x-simulation-result-id")
        : undefined;
    const { large, log, spans } = read ?? {};
    const { organization_id, key_id } = owner;
    const asked = { params, query, body, idempotency_key, simulation_result_id };
    const call: ApiRequest<K> = { ...asked, organization_id, key_id, upload, large, log, spans };
    const answer = await handler(call, { ...service, thread });
    if (answer instanceof JsonPieces) return answer;
    const text = answer instanceof JsonText ? answer.text : JSON.stringify(answer);
    return openness.dialect === "parley" || !mayHaveTwoNames(text)
      ? text
      : JSON.stringify(toDialect(schemas[endpoint.answer], JSON.parse(text), openness.dialect));
  } catch (error) {
    await discardUpload(service, received?.upload);
    throw error;
  } finally {
    room.free();
  }
}

const signerOf = (request: SignedRequest, received: ReceivedBody | undefined) =>
  received?.is_skimmed ? request.ownerOfSkimmed() : request.ownerOf(received?.bytes ?? new Uint8Array());

/** A thread reads large bodies. For small ones, that would take longer than reading them here. */
async function readReceived(
  { body, large, otlp, signed }: Endpoint,
  received: ReceivedBody,
  bodies: BodyReader,
  strictness: Strictness,
): Promise<
  ({ readonly body: BodyRead } & Pick<ApiRequest<Operation>, "large" | "log" | "spans">) | undefined
> {
  if (!body) return undefined;
  const { bytes } = received;
  // The rest of the request determines how to read it.
  if (signed) return { body: NO_BODY, log: bytes };
  const is_small = bytes.length <= SMALL_BODY;
  if (otlp) return is_small ? readExport(received) : bodies.readExport(received);
  return large && !is_small
    ? bodies.readSubmission(bytes, strictness)
    : { body: readBody(body, bytes, strictness) };
}

/** If a client asks before it sends a body, it is told to send it only now that the key is known. */
function askForBody({ incoming, outgoing }: Environment["Bindings"]): void {
  if (/^100-continue$/i.test(headerOf(incoming, "expect") ?? ""))
    (outgoing as ServerResponse).writeContinue();
}

/** Avoids `c.json`, which would create a `Headers` object for the one header. */
const asJson = (body: Sendable) => new Response(body, { headers: { "content-type": "application/json" } });

const strangeHost = (host = "") =>
  new Refused(
    421,
    `this service does not answer for the host "${host.slice(0, 100)}"; allow it with \`parley serve --allowed-host\``,
  );

const unknownFraming = () =>
  new Refused(
    400,
    "HTTP/1.0 has no chunked bodies; send a Content-Length, or use HTTP/1.1",
    {},
    { connection: "close" },
  );

const onlyJobs = () =>
  new Refused(
    404,
    "this process only runs jobs (`parley serve --role worker`); other processes serve the API",
  );

function noSuchRoute(method: string, path: string, hasConsole: boolean): Refused {
  const allowed = Object.values<Endpoint>(endpoints)
    .filter(({ signs_in }) => hasConsole || !signs_in)
    .filter((endpoint) => new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path))
    .flatMap(({ method }) => (method === "GET" ? [method, "HEAD"] : [method]));
  return allowed.length > 0
    ? new Refused(405, `${path} does not support ${method}`, {}, { allow: allowed.join(", ") })
    : new Refused(404, `route not found: ${method} ${path}`);
}
