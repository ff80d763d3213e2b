import type { ServerResponse } from "node:http";
import { Hono } from "hono";
import { type Endpoint, endpoints, type Operation } from "../../contract/endpoints.ts";
import { openapi } from "../../contract/openapi.ts";
import { inDialect, mayHaveTwoNames, type NameDialect } from "../../contract/published-names.ts";
import * as schemas from "../../contract/schemas/index.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import { type KeyOwner, KeyRefused } from "../auth.ts";
import { addConsole } from "../console/routes.ts";
import { type FindSession, findSessions } from "../console/sessions.ts";
import { signedIn } from "../console/signed-in.ts";
import { Refused } from "../errors.ts";
import type { Call, Handler, Handlers, Service } from "../handler.ts";
import { bearerRequest, type SignedRequest, signedRequest } from "../imports/signed-owner.ts";
import { JsonPieces, JsonText } from "../json-text.ts";
import type { OnRequest } from "../observe/answered-request.ts";
import type { Metrics } from "../observe/metrics.ts";
import type { Tracing } from "../observe/tracing.ts";
import type { ReportFailure } from "../report.ts";
import { type BodyReader, SMALL_BODY } from "../thread/work-thread.ts";
import { readExport } from "../traces/read-spans.ts";
import { addHangUps } from "../voice/hang-ups.ts";
import { audited } from "./audited.ts";
import { BODIES_LIMITS, type GiveRoom, limitBodies } from "./bodies-in-memory.ts";
import { isProtobuf, type ReceivedBody, receiveBody } from "./body.ts";
import { type Document, docsHeaders, docsPage } from "./docs-page.ts";
import type { Context, Environment } from "./environment.ts";
import { type Fault, Invalid } from "./fault.ts";
import type { AllowsHost } from "./host.ts";
import { hasUnknownFraming, headerOf, hostOf, idempotencyKeyOf, keyOf, targetHostOf } from "./incoming.ts";
import { type KeepAnswers, keepAnswers } from "./kept-answers.ts";
import { type Attempts, type FindOwner, limitAttempts, limitKeyAttempts } from "./keys.ts";
import { observeRequests } from "./observe-requests.ts";
import { addProbes, addRoute } from "./probes.ts";
import type { Admit } from "./rate-limit.ts";
import { type BodyRead, NO_BODY, readBody, readCall, type Strictness, unknownParameters } from "./read.ts";
import { tellUnknown, tellUnknownParameters } from "./unknown.ts";
import {
  ANSWER_LIMITS,
  type AnswerLimits,
  limitUnread,
  type Sendable,
  type UnreadAnswers,
} from "./unread-answers.ts";
import { discardUpload } from "./upload/receive-upload.ts";

export interface AppOptions {
  readonly service: Service;
  readonly bodies: BodyReader;
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
}

export interface Openness extends Strictness {
  readonly dialect: NameDialect;
}

/** The routes, built from the table of endpoints. Pure: the server listens and closes. */
export function createApp({
  service,
  bodies,
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
      bodies,
      handlers,
      admit,
      openness,
      attempts,
      ownerOf: limitKeyAttempts(service, attempts),
      ownerOfSession: findSessions(service),
      kept: keepAnswers(service.revisionOf),
      unread: limitUnread(answers),
      roomFor: limitBodies(BODIES_LIMITS),
    };
    addOperations(app, backing, audit);
    addHangUps(app, service, attempts);
    if (hasConsole)
      addConsole(app, {
        service,
        ownerOf: (c) => ownerFor(c, backing),
        isStillIn: (c) => identify(c, backing).then(() => true, isRefusal),
        isStopping,
      });
  }
  app.notFound((c) => {
    throw handlers ? noSuchRoute(c.req.method, c.req.path) : onlyJobs();
  });
  app.onError(refusal);
  return app;
}

function addOperations(app: Hono<Environment>, backing: Backing, audit: AuditLog): void {
  // Created once, with the first request: strangers may ask for them too, and leave them unread.
  let document: Buffer<ArrayBuffer> | undefined;
  let docs: Buffer<ArrayBuffer> | undefined;
  addRoute(app, "/openapi.json", () => {
    document ??= Buffer.from(JSON.stringify(openapi("/")));
    return asJson(document);
  });
  addRoute(app, "/docs", (c) => {
    docs ??= Buffer.from(docsPage(openapi() as unknown as Document));
    return c.body(docs, 200, docsHeaders());
  });
  for (const operation of staticPathsFirst(Object.keys(endpoints) as Operation[])) {
    const { method, path } = endpoints[operation];
    app.on(method, toRoute(path), (c) => audited(c, operation, audit, () => answer(c, operation, backing)));
  }
}

const toRoute = (path: string) => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** `/prompts/versions` must be tried before `/prompts/{prompt_id}`. */
function staticPathsFirst(operations: Operation[]): Operation[] {
  const parameters = (operation: Operation) => endpoints[operation].path.split("{").length;
  return operations.sort((a, b) => parameters(a) - parameters(b));
}

interface Backing {
  readonly service: Service;
  readonly bodies: BodyReader;
  readonly handlers: Handlers;
  readonly admit: Admit | undefined;
  readonly openness: Openness;
  readonly attempts: Attempts;
  readonly ownerOf: FindOwner;
  readonly ownerOfSession: FindSession;
  readonly kept: KeepAnswers;
  readonly unread: UnreadAnswers;
  readonly roomFor: GiveRoom;
}

async function answer<K extends Operation>(c: Context, operation: K, backing: Backing) {
  c.set("route", endpoints[operation].path);
  const signed = (endpoints[operation] as Endpoint).signed && (await signedFor(c, backing));
  // The answer to a platform's signature is short.
  if (signed) return asJson(String(await make(c, operation, signed, backing)));
  const owner = await ownerFor(c, backing);
  backing.unread.admit(owner.organization_id);
  if (!backing.openness.strict) tellUnknownParameters(c, unknownParameters(operation, queryOf(c.req.url)));
  if ((endpoints[operation] as Endpoint).otlp && isProtobuf(c.env.incoming.headers["content-type"])) {
    const made = await make(c, operation, owner, backing);
    const { otlpAnswer } = await import("../traces/otlp-protobuf.ts");
    const body = otlpAnswer(JSON.parse(String(made)));
    return new Response(body, { headers: { "content-type": "application/x-protobuf" } });
  }
  const { organization_id } = owner;
  const question = { operation, organization_id, url: c.env.incoming.url ?? "" };
  const asked = { operation, organization_id, response: c.env.outgoing as ServerResponse };
  const made = () => backing.kept(question, () => make(c, operation, owner, backing));
  const { inTurn, always } = backing.unread;
  return asJson(await (c.req.method === "GET" ? inTurn(asked, made) : always(asked, made)));
}

/** A request with a platform's signature and no key: its organization is known once its body has been read. */
async function signedFor(
  c: Context,
  { service, attempts, admit }: Backing,
): Promise<SignedRequest | undefined> {
  const { incoming } = c.env;
  if (headerOf(incoming, "x-api-key")) return undefined;
  const address = incoming.socket.remoteAddress ?? "";
  const asked = { vendor: c.req.param("vendor") ?? "", agent_id: queryOf(c.req.url).get("agent_id") };
  const token = keyOf(incoming);
  if (token !== undefined) {
    const bearer = await bearerRequest(service, token, asked);
    if (bearer) await admit?.(`${asked.vendor} ${asked.agent_id}`);
    if (bearer) c.set("organization_id", bearer.organization_id);
    return bearer;
  }
  const refused = (error: unknown): never => {
    if (error instanceof KeyRefused) attempts.failed(address);
    throw error;
  };
  attempts.admit(address);
  const signed = await signedRequest(service, incoming, asked).catch(refused);
  if (!signed) return undefined;
  if (admit) await admit(`${asked.vendor} ${asked.agent_id}`);
  const checked = (find: () => KeyOwner) => {
    try {
      const owner = find();
      c.set("organization_id", owner.organization_id);
      return owner;
    } catch (error) {
      return refused(error);
    }
  };
  return {
    ...signed,
    ownerOf: (body) => checked(() => signed.ownerOf(body)),
    ownerOfSkimmed: () => checked(() => signed.ownerOfSkimmed()),
  };
}

/**
 * The organization of a request: the owner of its key, or of the console session. Each key has a limited number of
 * requests a minute.
 */
async function ownerFor(c: Context, backing: Backing): Promise<KeyOwner> {
  const { organization_id, key_id } = await identify(c, backing);
  c.set("organization_id", organization_id);
  c.set("key_id", key_id);
  await backing.admit?.(keyOf(c.env.incoming) ?? `console ${key_id}`);
  return { organization_id, key_id };
}

async function identify({ env }: Context, { ownerOf, ownerOfSession }: Backing): Promise<KeyOwner> {
  const { incoming } = env;
  const key = keyOf(incoming);
  const person = key === undefined ? await signedIn(ownerOfSession, incoming) : undefined;
  return person ?? ownerOf(incoming.socket.remoteAddress ?? "", key);
}

/** False for a refusal. A failure of the store is not a refusal: the client may try again. */
function isRefusal(error: unknown): false {
  if (error instanceof Refused) return false;
  throw error;
}

async function make<K extends Operation>(
  c: Context,
  operation: K,
  known: KeyOwner | SignedRequest,
  { service, bodies, handlers, openness, roomFor }: Backing,
): Promise<string | JsonPieces> {
  const endpoint: Endpoint = endpoints[operation];
  // A misspelled field in a body that says what to delete would delete the wrong thing.
  const strict = openness.strict || endpoint.method === "DELETE";
  const idempotency_key = endpoint.takes_key && idempotencyKeyOf(c.env.incoming);
  if (endpoint.body) askForBody(c.env);
  const is_signed = "ownerOf" in known;
  // Anyone can send a request with an invalid signature, so these must not take room from clients with a key.
  const room = roomFor(`${is_signed ? "signed " : ""}${known.organization_id}`);
  let received: ReceivedBody | undefined;
  try {
    const skim = is_signed ? known.skim : undefined;
    received = endpoint.body && (await receiveBody(endpoint, c.env.incoming, service, { ...room, skim }));
    const owner = is_signed ? signerOf(known, received) : known;
    const read = received && (await readReceived(endpoint, received, bodies, { strict }));
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
    const call: Call<K> = { ...asked, organization_id, key_id, upload, large, log, spans };
    const answer = await handler(call, service);
    if (answer instanceof JsonPieces) return answer;
    const text = answer instanceof JsonText ? answer.text : JSON.stringify(answer);
    return openness.dialect === "parley" || !mayHaveTwoNames(text)
      ? text
      : JSON.stringify(inDialect(schemas[endpoint.answer], JSON.parse(text), openness.dialect));
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
): Promise<({ readonly body: BodyRead } & Pick<Call<Operation>, "large" | "log" | "spans">) | undefined> {
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

const queryOf = (url: string) => (url.includes("?") ? new URL(url).searchParams : new URLSearchParams());

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

function noSuchRoute(method: string, path: string): Refused {
  const allowed = Object.values(endpoints)
    .filter((endpoint) => new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path))
    .map((endpoint) => endpoint.method);
  return allowed.length > 0
    ? new Refused(405, `${path} does not support ${method}`, {}, { allow: allowed.join(", ") })
    : new Refused(404, `route not found: ${method} ${path}`);
}

async function refusal(error: unknown, c: Context) {
  const { body, status, headers } = refusedWith(error, c);
  if (!isProtobuf(c.env.incoming.headers["content-type"]) || c.req.path !== endpoints.export_traces.path)
    return c.json(body, status, headers);
  const { otlpStatus } = await import("../traces/otlp-protobuf.ts");
  const message = typeof body.detail === "string" ? body.detail : faultsIn(body.detail);
  return c.body(otlpStatus(status, message), status, {
    ...headers,
    "content-type": "application/x-protobuf",
  });
}

const faultsIn = (faults: readonly Fault[]) =>
  faults.map(({ loc, type, msg }) => `${loc.join(".")}: ${msg} (${type})`).join("; ");

interface RefusedWith {
  readonly body: { readonly detail: string | readonly Fault[] };
  readonly status: Refused["status"] | 422 | 500;
  readonly headers?: Record<string, string>;
}

function refusedWith(error: unknown, c: Context): RefusedWith {
  if (error instanceof Invalid) return { body: { detail: error.faults }, status: 422 };
  if (error instanceof Refused) {
    const { message, extra, status, headers } = error;
    return { body: { detail: message, ...extra }, status, headers: { ...headers } };
  }
  if (c.req.raw.signal.aborted && isReset(error))
    return {
      body: { detail: "the client closed the connection before the body was complete" },
      status: 400,
    };
  c.set("failure", error);
  return { body: { detail: "the service failed; the request may not have taken effect" }, status: 500 };
}

/** How reading a body fails if the connection ends halfway. */
const isReset = (error: unknown) => error instanceof Error && "code" in error && error.code === "ECONNRESET";
