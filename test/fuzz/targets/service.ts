import { Agent, request as send } from "node:http";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { type Endpoint, endpoints, type Operation } from "../../../src/contract/endpoints.ts";
import * as schemas from "../../../src/contract/schemas/index.ts";
import { type RunningService, serve } from "../../../src/service/server.ts";
import { arbitraryOf, jsonSchemaOf } from "../../support/arbitrary.ts";
import { exchange } from "../../support/raw-socket.ts";
import { acme } from "../../support/seeds.ts";
import { type HealthWatch, inTime, watchHealth } from "../health.ts";
import { changed, edited, json, trouble } from "../inputs.ts";
import { target } from "../target.ts";

const KEY = "pk_fuzz";
let service: RunningService | undefined;
let health: HealthWatch | undefined;
let failures: string[] = [];
let agent: Agent | undefined;

const running = {
  async begin() {
    failures = [];
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const report = (error: unknown, during: string) =>
      failures.push(`${during}: ${error instanceof Error ? error.stack : error}`);
    const seed = schemas.Seed.parse({ kind: "Seed", organizations: [{ ...acme, api_key: KEY }] });
    service = await serve({ host: "127.0.0.1", port: 0, seeds: [seed], report });
    health = await watchHealth();
  },
  async end() {
    agent?.destroy();
    await health?.close();
    await service?.close();
    refuseFailures();
  },
};

/** Does the work while others are answered. */
function beside<T>(work: () => Promise<T>): Promise<T> {
  if (!health || !service) throw new Error("the service has not begun");
  return inTime(health, { url: service.url, pid: process.pid }, work);
}

function refuseFailures(): void {
  const [failure] = failures.splice(0);
  if (failure) throw new Error(`the service failed: ${failure}`);
}

const examples = {
  agent_id: ["101", 101],
  agent_ids: [101],
  digital_human_ids: [501, 502],
  simulation_id: ["7", 7],
  simulation_ids: [7],
  simulation_result_id: ["1"],
  mode: ["TEXT"],
  num_runs: [1],
  num_calls: [1],
};

const part = fc.oneof(
  fc.constantFrom("101", "7", "1", "501", "production", ".", ".."),
  fc.nat().map(String),
  trouble,
);
const query = fc.array(
  fc.tuple(fc.oneof(fc.constantFrom("page", "page_size", "label", "version", "limit"), trouble), part),
  { maxLength: 3 },
);
const types = fc.constantFrom("application/json", "application/json; charset=utf-16", "text/plain", "");

const called = fc.constantFrom(...(Object.keys(endpoints) as Operation[])).chain((operation) => {
  const endpoint: Endpoint = endpoints[operation];
  const bodies = endpoint.body ? [arbitraryOf(jsonSchemaOf(schemas[endpoint.body]), { examples })] : [];
  const values = fc.oneof(...bodies, ...bodies.map(changed), json).map((value) => JSON.stringify(value));
  return fc.record({
    method: fc.constant(endpoint.method),
    path: fc.constant(endpoint.path),
    parts: fc.array(part, { minLength: 4, maxLength: 4 }),
    query,
    type: fc.oneof(
      { weight: 9, arbitrary: fc.constant("application/json") },
      { weight: 1, arbitrary: types },
    ),
    body: fc.oneof({ weight: 4, arbitrary: values }, { weight: 1, arbitrary: edited(values) }),
  });
});

/** Any call of any endpoint: path, query, content type and body. */
export const request = target({
  name: "request",
  share: 9,
  ...running,
  inputs: called,
  async run({ method, path, parts, query: pairs, type, body }) {
    const values = parts.values();
    const filled = path.replace(/\{\w+\}/g, () =>
      encodeURIComponent((values.next().value ?? "").toWellFormed()),
    );
    const search = new URLSearchParams(pairs);
    const sent = method === "GET" ? "" : body;
    const { status, answer } = await beside(() => call(method, `${filled}?${search}`, type, sent));
    refuseFailures();
    if (status >= 500 || status < 200) throw new Error(`answered ${status}: ${answer}`);
    if (status < 400) return;
    const { detail } = JSON.parse(answer) as { detail?: unknown };
    if (detail === undefined || detail === "") throw new Error(`a refusal without words: ${answer}`);
  },
});

async function call(method: string, path: string, type: string, body: string) {
  const headers = {
    "x-api-key": KEY,
    ...(type && { "content-type": type }),
    "content-length": Buffer.byteLength(body),
  };
  const response = await new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
    send(`${service?.url}`, { agent, method, path, headers })
      .once("response", resolve)
      .once("error", reject)
      .end(body);
  });
  return { status: response.statusCode ?? 0, answer: await text(response) };
}

const REQUEST =
  `POST /v1/add-agent?page=1 HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${KEY}\r\nContent-Type: application/json\r\n` +
  'Content-Length: 16\r\nConnection: close\r\n\r\n{"name": "Desk"}';
const CHUNKED =
  `POST /v1/add-agent HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${KEY}\r\nConnection: close\r\n` +
  'Transfer-Encoding: chunked\r\n\r\n8\r\n{"name":\r\n7\r\n"Desk"}\r\n0\r\n\r\n';

/** Bytes on a connection that are nearly a request. */
export const rawRequest = target({
  name: "raw-request",
  share: 3,
  ...running,
  inputs: edited(fc.constantFrom(REQUEST, CHUNKED)),
  async run(bytes) {
    const { statuses } = await beside(() => exchange(`${service?.url}`, bytes, 25));
    refuseFailures();
    if (statuses.some((status) => status >= 500)) throw new Error(`answered ${statuses}`);
  },
});
