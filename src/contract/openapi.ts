import { z } from "zod";
import { type Endpoint, endpoints, type Param } from "./endpoints.ts";
import * as schemas from "./schemas/index.ts";

type Json = Record<string, unknown>;

/** Where `parley serve` listens, unless it is told otherwise. */
const LOCAL_SERVER = "http://127.0.0.1:8787";

/**
 * The contract as an OpenAPI 3.1 document. Requests and answers are open: a service keeps fields that it does
 * not know (unless it is strict), and a client must tolerate them.
 *
 * @param server the URL of the service, absolute or relative to the document
 * @param hasConsole whether the service has a console
 */
export function openapi(server = LOCAL_SERVER, hasConsole = true): Json {
  const paths: Record<string, Json> = {};
  for (const [operationId, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (endpoint.signs_in && !hasConsole) continue;
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = operation(operationId, endpoint);
    paths[endpoint.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Conversational-agent testing and monitoring service",
      version: "1",
      description: "Each operation is tagged by who defines it.",
    },
    tags: [
      { name: "documented", description: "The specification defines it" },
      { name: "hosted", description: "The hosted service publishes it" },
      { name: "own", description: "Only Parley has it" },
    ] satisfies { name: Endpoint["tier"]; description: string }[],
    servers: [{ url: server }],
    security: [{ api_key: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        api_key: { type: "apiKey", in: "header", name: "X-API-Key" },
        bearer: { type: "http", scheme: "bearer" },
      },
      schemas: components(),
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([status, { name, ...refusal }]) => [
          name,
          refusalOf(Number(status), refusal),
        ]),
      ),
    },
  };
}

function operation(operationId: string, endpoint: Endpoint): Json {
  return {
    operationId,
    summary: endpoint.summary,
    tags: [endpoint.tier],
    ...(endpoint.id && { "x-specification": endpoint.id }),
    ...(endpoint.deprecated && { deprecated: true, description: `Use ${endpoint.deprecated}.` }),
    parameters: [
      ...parameters("path", endpoint.params),
      ...parameters("query", endpoint.query),
      ...(endpoint.takes_key ? [IDEMPOTENCY_KEY] : []),
      ...(endpoint.otlp
        ? [conversationHeader("The conversation of a run that every span in the body belongs to.")]
        : []),
      ...(endpoint.for_conversation
        ? [conversationHeader("The conversation of a run in which the agent uses this version.")]
        : []),
    ],
    ...(endpoint.body && { requestBody: { required: true, content: json(endpoint.body) } }),
    responses: {
      ...(endpoint.answer === "Nothing"
        ? { 204: { description: "Done" } }
        : { 200: { description: "Done", content: json(endpoint.answer) } }),
      ...Object.fromEntries(refusalsOf(endpoint).map((status) => [status, reference(status)])),
    },
  };
}

/** An extension. */
const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Up to 255 characters. A request with the key of an earlier one gets the id of its call, and nothing is stored again; " +
    "409 if it is a different call.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
};

/** An extension. */
const conversationHeader = (description: string) => ({
  name: "X-Simulation-Result-Id",
  in: "header",
  required: false,
  description,
  schema: { type: "string" },
});

interface RefusalText {
  readonly name: string;
  readonly description: string;
}

/**
 * The statuses with which a request can be refused. Any other status means that the request reached no
 * operation, or that the service has a fault.
 */
const REFUSALS: Readonly<Record<number, RefusalText>> = {
  400: { name: "BadRequest", description: "The request breaks a rule, or its body is not valid gzip" },
  401: { name: "Unauthorized", description: "The API key is missing or unknown" },
  403: { name: "Forbidden", description: "Only a key may ask for this, not a session of the console" },
  404: { name: "NotFound", description: "Not found, or it belongs to another organization" },
  409: { name: "Conflict", description: "Conflict" },
  413: { name: "TooLarge", description: "The body is too large" },
  415: {
    name: "UnsupportedMediaType",
    description: "The body is not of a media type that the operation takes",
  },
  422: { name: "Invalid", description: "The request does not fit the contract, or its body is not JSON" },
  429: {
    name: "TooManyRequests",
    description:
      "Too many requests with this key, unknown keys from this address, large bodies at once, or unread answers",
  },
  503: { name: "Unavailable", description: "The service holds as many unread answers as it can" },
};

const OF_EVERY_OPERATION = [401, 422, 429, 503];
const OF_EVERY_BODY = [400, 413, 415];
/** With these statuses, the service says when to try again. */
const LATER: readonly number[] = [429, 503];

const refusalsOf = ({ body, errors }: Endpoint): number[] =>
  [...new Set([...OF_EVERY_OPERATION, ...(body ? OF_EVERY_BODY : []), ...errors])].sort((a, b) => a - b);

const reference = (status: number) => ({ $ref: `#/components/responses/${REFUSALS[status]?.name}` });

const refusalOf = (status: number, { description }: Pick<RefusalText, "description">) => ({
  description,
  ...(LATER.includes(status) && { headers: { "Retry-After": RETRY_AFTER } }),
  content: json(status === 422 ? "ValidationError" : "Refusal"),
});

const RETRY_AFTER = {
  description: "Seconds after which the request may be sent again",
  required: true,
  schema: { type: "integer", minimum: 0 },
};

const json = (name: string) => ({
  "application/json": { schema: { $ref: `#/components/schemas/${name}` } },
});

/** The types of parameters in JSON Schema. */
const FORMATTED: Readonly<Record<Param["type"], Json>> = {
  // Services refuse other integers, because JSON parsers round them silently.
  integer: { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  string: { type: "string" },
  boolean: { type: "boolean" },
  uuid: { type: "string", format: "uuid" },
  time: { type: "string", format: "date-time" },
};

function parameters(place: "path" | "query", params: Readonly<Record<string, Param>> = {}): Json[] {
  return Object.entries(params).map(([name, { type, optional, ...limits }]) => ({
    name,
    in: place,
    required: place === "path" || (!optional && limits.default === undefined),
    schema: { ...FORMATTED[type], ...limits },
  }));
}

/** Names of schemas for requests; all others are for answers or parts of them. */
const requests = new Set(Object.values<Endpoint>(endpoints).map((endpoint) => endpoint.body));

function components(): Json {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema, requests.has(name as never))]),
  );
}

function jsonSchema(schema: z.ZodType, request: boolean): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: request ? "input" : "output",
    unrepresentable: "any",
    override({ jsonSchema }) {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}
