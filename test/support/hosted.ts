/** A service that answers in published shapes and offers only what a test gives it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach } from "vitest";

export interface Asked {
  /** Such as `GET /v1/get-simulation-runs/7`. */
  readonly what: string;
  readonly query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was sent
  readonly body: any;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Answered {
  readonly status: number;
  readonly body: unknown;
}
type Route = unknown | ((asked: Asked) => unknown);

export const answer = (status: number, body: unknown): Answered => ({ status, body });

export interface Hosted {
  url(): string;
  /** What was requested since the test began, without the description of the service. */
  readonly asked: Asked[];
  /** The requests as text. */
  requests(): string[];
  /** What each request gets, and `*` any other. Without `*`, anything else doesn't exist. */
  offer(routes: Readonly<Record<string, Route>>): void;
}

export function useHosted(): Hosted {
  let server: Server;
  let routes: Readonly<Record<string, Route>> = {};
  const asked: Asked[] = [];
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
      const what = `${request.method} ${pathname}`;
      const sent = await text(request);
      const one = { what, query: searchParams, headers: request.headers, body: sent && JSON.parse(sent) };
      if (pathname !== "/openapi.json") asked.push(one);
      const route = routes[what] ?? routes["*"];
      const found = typeof route === "function" ? route(one) : route;
      const { status, body } = isAnswered(found)
        ? found
        : found === undefined
          ? answer(404, { detail: "Not Found" })
          : answer(200, found);
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  beforeEach(() => {
    asked.length = 0;
    routes = {};
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    requests: () => asked.map(({ what }) => what),
    offer(given) {
      routes = given;
    },
  };
}

const isAnswered = (value: unknown): value is Answered =>
  typeof value === "object" && value !== null && Object.keys(value).join() === "status,body";

/** What nobody knows yet of an object. */
export const FUTURE = { field_of_the_future: { level: "1", list: [null] } };

/** The same value with numbers as texts, ids as numbers, and fields that nobody knows. */
export function contrary(value: unknown, name = ""): unknown {
  if (typeof value === "number") return String(value);
  if (typeof value === "string" && /(?:^|_)ids?$/.test(name) && /^\d+$/.test(value)) return Number(value);
  if (Array.isArray(value)) return value.map((item) => contrary(item, name));
  if (typeof value !== "object" || value === null) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([key, item]) => [key, contrary(item, key)])),
    ...FUTURE,
  };
}
