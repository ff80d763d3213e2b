import { request } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { ACME_KEY, useService } from "../support/service.ts";

const { url } = useService();
const named = useService(undefined, () => ({ allowed_hosts: ["parley.example"] }));

/** A GET with the given Host header, which `fetch` would not send. */
async function get(base: string, path: string, headers: Readonly<Record<string, string>>) {
  const response = await new Promise<import("node:http").IncomingMessage>((resolve, reject) =>
    request(base + path, { headers })
      .once("response", resolve)
      .once("error", reject)
      .end(),
  );
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(await text(response)) };
}

describe("a page whose name was made to point at this machine (DNS rebinding)", () => {
  test.each(["/healthz", "/openapi.json", "/v1/all-agents", "/nowhere"])(
    "reads nothing of %s",
    async (path) => {
      const reply = await get(url(), path, { host: "evil.example:8787", "x-api-key": ACME_KEY });
      expect(reply.status).toBe(421);
      expect(reply.body).toEqual({ detail: expect.stringContaining('the host "evil.example:8787"') });
    },
  );

  test("is distinguished from an allowed name", async () => {
    expect((await get(named.url(), "/healthz", { host: "parley.example" })).status).toBe(200);
    expect((await get(named.url(), "/healthz", { host: "evil.example" })).status).toBe(421);
  });

  test("is distinguished from every name of this machine", async () => {
    for (const host of ["localhost", "127.0.0.1:1", "[::1]:8787"])
      expect((await get(url(), "/healthz", { host })).status, host).toBe(200);
  });
});

describe("a page of another origin", () => {
  test("is allowed nothing: no answer carries a CORS header", async () => {
    const headers = { origin: "https://evil.example", "x-api-key": ACME_KEY };
    for (const path of ["/v1/all-agents", "/healthz", "/nowhere"]) {
      const reply = await get(url(), path, headers);
      expect(Object.keys(reply.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  test("is refused the preflight that the key header needs", async () => {
    const response = await fetch(`${url()}/v1/all-agents`, {
      method: "OPTIONS",
      headers: {
        origin: "https://evil.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "x-api-key",
      },
    });
    expect(response.status).toBe(405);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });
});
