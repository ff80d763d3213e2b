import { z } from "zod";
import { type Endpoint, endpoints, type Param } from "./endpoints.ts";
import * as schemas from "./schemas/index.ts";

type Json = Record<string, unknown>;

/**
 * The contract as an OpenAPI 3.1 document. Requests and answers are open: a service keeps fields that it does not know (unless it is
 * strict), and a client must tolerate them.
 */
export function openapi(): Json {
  const paths: Record<string, Json> = {};
  for (const [operationId, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = operation(operationId, endpoint);
    paths[endpoint.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Conversational-agent testing and monitoring service",
      version: "1",
      description: "Operations tagged `extension` are not part of the specification.",
    },
    security: [{ api_key: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        api_key: { type: "apiKey", in: "header", name: "X-API-Key" },
        bearer: { type: "http", scheme: "bearer" },
      },
      schemas: components(),
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
      ...(endpoint.otlp ? [SIMULATION_RESULT_ID] : []),
    ],
    ...(endpoint.body && { requestBody: { required: true, content: json(endpoint.body) } }),
    responses: {
      200: { description: "Done", content: json(endpoint.answer) },
      ...Object.fromEntries([401, ...endpoint.errors].map((status) => [status, refusal(status)])),
      422: { description: REASONS[422], content: json("ValidationError") },
    },
  };
}

/** An extension. */
const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Up to 255 characters. A request with the key of an earlier one gets the answer of that one, and nothing is stored again; " +
    "409 if it is a different call.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
};

/** An extension. */
const SIMULATION_RESULT_ID = {
  name: "X-Simulation-Result-Id",
  in: "header",
  required: false,
  description: "The conversation of a run that every span in the body belongs to.",
  schema: { type: "string" },
};

const REASONS: Readonly<Record<number, string>> = {
  400: "The request breaks a rule",
  401: "The API key is missing or unknown",
  404: "Not found, or it belongs to another organization",
  409: "Conflict",
  413: "The body is too large",
  422: "The request does not fit the contract",
};

const refusal = (status: number) => ({ description: REASONS[status], content: json("Refusal") });

const json = (name: string) => ({
  "application/json": { schema: { $ref: `#/components/schemas/${name}` } },
});

/** The types of parameters as JSON Schema has them. */
const FORMATTED: Readonly<Record<Param["type"], Json>> = {
  integer: { type: "integer" },
  string: { type: "string" },
  boolean: { type: "boolean" },
  uuid: { type: "string", format: "uuid" },
  time: { type: "string", format: "date-time" },
};

function parameters(place: "path" | "query", params: Readonly<Record<string, Param>> = {}): Json[] {
  return Object.entries(params).map(([name, { type, optional, ...limits }]) => ({
    name,
    in: place,
    required: place === "path",
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
