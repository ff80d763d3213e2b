import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Endpoint, endpoints } from "../../src/contract/endpoints.ts";
import { Seed } from "../../src/contract/schemas/index.ts";
import { serve } from "../../src/service/server.ts";
import { expectRefusal } from "../support/expect.ts";
import { pathOf } from "../support/paths.ts";
import { ACME_KEY, RIVAL_KEY, useService } from "../support/service.ts";

const { url, acme, withKey } = useService();

describe("the header X-API-Key", () => {
  test.each(
    Object.values<Endpoint>(endpoints).map((row): [string, string, Endpoint] => [row.method, row.path, row]),
  )("is required by %s %s, before anything else is looked at", async (method, _, endpoint) => {
    const path = pathOf(endpoint);
    const body = endpoint.body && { unknown_field: true };
    expectRefusal(await withKey(undefined)(method, path, body), 401, /the header X-API-Key is missing/);
    expectRefusal(await withKey("")(method, path, body), 401, /missing/);
    expectRefusal(await withKey("pk_unknown")(method, path, body), 401, /unknown API key/);
  });

  test.each([
    ["a part of a key", ACME_KEY.slice(0, -1)],
    ["a key with more at its end", `${ACME_KEY}x`],
    ["a key in other letters", ACME_KEY.toUpperCase()],
    ["two keys", `${ACME_KEY}, ${RIVAL_KEY}`],
    ["the stored hash of a key", createHash("sha256").update(ACME_KEY).digest("hex")],
    ["a very long key", "k".repeat(8000)],
  ])("is refused for %s", async (_, key) => {
    expectRefusal(await withKey(key)("GET", "/v1/all-agents"), 401, /unknown API key/);
  });

  test.each([undefined, "pk_unknown"])("is asked for as HTTP requires, if the key is %s", async (key) => {
    const reply = await withKey(key)("GET", "/v1/all-agents");
    expect(reply.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("is not taken from the query", async () => {
    const response = await fetch(`${url()}/v1/all-agents?X-API-Key=${ACME_KEY}`);
    expect(response.status).toBe(401);
  });

  test("selects the organization", async () => {
    expect((await acme("GET", "/v1/all-agents")).body).toMatchObject([{ id: "101" }]);
    expect((await withKey(RIVAL_KEY)("GET", "/v1/all-agents")).body).toMatchObject([{ id: "202" }]);
  });

  test.each(["/healthz", "/readyz", "/openapi.json"])("is not needed for %s", async (path) => {
    expect((await withKey(undefined)("GET", path)).status).toBe(200);
  });
});

test("a key is stored as its hash only", async () => {
  const data = await mkdtemp(join(tmpdir(), "parley-keys-"));
  try {
    const api_key = "pk_only_its_hash_is_stored";
    const seed = Seed.parse({ kind: "Seed", organizations: [{ name: "acme", api_key }] });
    const running = await serve({ data, host: "127.0.0.1", port: 0, seeds: [seed], report: () => undefined });
    await running.close();
    const files = await Promise.all((await readdir(data)).map((file) => readFile(join(data, file))));
    const stored = Buffer.concat(files);
    expect(stored.includes(createHash("sha256").update(api_key).digest("hex"))).toBe(true);
    expect(stored.includes(api_key)).toBe(false);
  } finally {
    await rm(data, { recursive: true });
  }
});
