/** A service without Parley's own operations: this is detected once, before anything is sent. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openapi } from "../../src/contract/openapi.ts";
import { useProgram } from "../support/in-process.ts";

let server: Server;
let description: { readonly status: number; readonly body: unknown };
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const isDescription = request.url === "/openapi.json";
    response.writeHead(isDescription ? description.status : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(isDescription ? description.body : { webhooks: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void server.close());

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const parley = useProgram({ url });
const cache = () => join(parley.home, ".cache", "parley", "offered.json");
beforeEach(() => {
  asked.length = 0;
  rmSync(cache(), { force: true });
});

const list = (...flags: string[]) => parley(["webhooks", "list", ...flags]);

test("says which operation is missing and sends nothing, and asks once", async () => {
  const { paths } = openapi() as { paths: Record<string, unknown> };
  const { "/v1/webhooks": _, ...others } = paths;
  description = { status: 200, body: { openapi: "3.1.0", paths: others } };
  for (let times = 0; times < 2; times++)
    expect(await list()).toMatchObject({
      code: 5,
      stdout: "",
      stderr: expect.stringContaining("error: this service does not offer list_webhooks (GET /v1/webhooks)"),
    });
  expect(asked).toEqual(["GET /openapi.json"]);
});

test("takes a service without a description for one that has nothing of Parley's own", async () => {
  description = { status: 404, body: { detail: "Not Found" } };
  expect((await list()).code).toBe(5);
  expect(asked).toEqual(["GET /openapi.json"]);
});

test("sends what the description has, and fetches the description only once", async () => {
  description = { status: 200, body: openapi() };
  expect((await list()).code).toBe(0);
  expect((await list()).code).toBe(0);
  expect(asked).toEqual(["GET /openapi.json", "GET /v1/webhooks", "GET /v1/webhooks"]);
});

test.each([
  ["fails", { status: 500, body: {} }],
  ["says something else", { status: 200, body: { hello: "world" } }],
])("is not in the way where the description %s", async (_, given) => {
  description = given;
  expect((await list()).code).toBe(0);
  expect(asked.at(-1)).toBe("GET /v1/webhooks");
});

test("asks again where the cache is broken or old", async () => {
  description = { status: 200, body: openapi() };
  await list();
  writeFileSync(cache(), "{broken");
  await list();
  const known = JSON.parse(readFileSync(cache(), "utf8"));
  writeFileSync(cache(), JSON.stringify({ [url()]: { ...known[url()], at: 0 } }));
  await list();
  expect(asked.filter((request) => request.includes("openapi"))).toHaveLength(3);
});

test("does not ask for a command that every service supports, nor for a dry run", async () => {
  description = { status: 404, body: {} };
  await parley(["metrics", "list"]);
  await parley(["evaluate", "rerun", "c1", "--dry-run"]);
  expect(asked.filter((request) => request.includes("openapi"))).toEqual([]);
});
