import { afterAll, beforeAll } from "vitest";
import { Seed } from "../../src/contract/schemas/index.ts";
import { type RunningService, type ServeOptions, serve } from "../../src/service/server.ts";

import { makeDatabase, type TestDatabase } from "./database.ts";

/** The answer to a plain HTTP call, without this project's client. */
export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
  readonly body: any;
  readonly headers: Headers;
}

export type Calls = (method: string, path: string, body?: unknown) => Promise<Reply>;

export const ACME_KEY = "pk_test_acme";
export const RIVAL_KEY = "pk_test_rival";

/** Two organizations; agent 101 belongs to the first, agent 202 to the second. */
const twoOrganizations = {
  kind: "Seed",
  organizations: [
    { name: "acme", api_key: ACME_KEY, agents: [{ id: 101, name: "Front desk", mode: "TEXT" }] },
    { name: "rival", api_key: RIVAL_KEY, agents: [{ id: 202, name: "Competitor", mode: "TEXT" }] },
  ],
};

/**
 * A separate service for the test file, on a free port of the loopback interface: in memory, or with a
 * separate database if PARLEY_TEST_DATABASE_URL names a server. `acme` and `rival` call it with the key of
 * either organization, `withKey` with any key or none. Options, and a seed that is a function, are evaluated
 * when it starts.
 */
export function useService(
  seed: unknown = twoOrganizations,
  options: () => Partial<ServeOptions> = () => ({}),
) {
  let running: RunningService;
  let database: TestDatabase | undefined;
  const failures: unknown[] = [];
  beforeAll(async () => {
    database = await makeDatabase();
    running = await serve({
      ...(database && { database_url: database.url }),
      host: "127.0.0.1",
      port: 0,
      seeds: [Seed.parse(typeof seed === "function" ? seed() : seed)],
      report: (error) => failures.push(error),
      ...options(),
    });
  });
  afterAll(async () => {
    await running.close();
    await database?.drop();
    // A 5xx anywhere in the file is a fault of the service, whatever the test checks.
    if (failures.length > 0) throw failures[0];
  });
  const withKey =
    (key: string | undefined): Calls =>
    (method, path, body) =>
      callsWith(running.url, key)(method, path, body);
  return { url: () => running.url, withKey, acme: withKey(ACME_KEY), rival: withKey(RIVAL_KEY) };
}

/** The same with `parley serve --strict`, which refuses what the contract does not know. */
export const useStrictService = (
  seed: unknown = twoOrganizations,
  options: () => Partial<ServeOptions> = () => ({}),
) => useService(seed, () => ({ strict: true, ...options() }));

/** Calls the service at `url` with a key, or without one. */
export const callsWith =
  (url: string, key: string | undefined): Calls =>
  (method, path, body) =>
    request(url, key, method, path, body);

async function request(
  url: string,
  key: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key !== undefined && { "X-API-Key": key }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    // As bytes, because fetch examines each character of a text first, and some of these are megabytes.
    ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === "" ? undefined : JSON.parse(text),
    headers: response.headers,
  };
}
