/** `parley mcp --http` answers programs on this machine, but no pages of the internet. */
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { listenWith } from "../support/mcp.ts";

const parley = useCli({ url: () => "http://127.0.0.1:9" });

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } },
});

/** Status of an `initialize` with these headers. `fetch` would not let us set the host. */
const statusWith = (url: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const accept = "application/json, text/event-stream";
    const all = { "content-type": "application/json", accept, ...headers };
    const sent = request(url, { method: "POST", headers: all }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject);
    sent.end(initialize);
  });

describe("parley mcp --http", () => {
  test.each([
    [{}, 200],
    [{ host: "localhost" }, 200],
    [{ host: "evil.example" }, 403],
    [{ host: "127.0.0.1.evil.example" }, 403],
    [{ origin: "http://localhost:3000" }, 200],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
  ])("answers a request with %j with %i", async (headers, status) => {
    const url = await listenWith(parley);
    expect(await statusWith(url, headers)).toBe(status);
  });

  test("listens only on this machine, and on one path", async () => {
    const { code, stderr } = await parley(["mcp", "--http", "0.0.0.0:0"]);
    expect(code).toBe(2);
    expect(stderr).toContain("not an address of this machine alone");
    const url = await listenWith(parley);
    expect(await statusWith(url.replace("/mcp", "/other"), {})).toBe(404);
  });

  test("stops at SIGTERM", async () => {
    const child = parley.start(["mcp", "--http", "127.0.0.1:0"]);
    await new Promise((resolve) => child.stdout?.once("data", resolve));
    child.kill("SIGTERM");
    expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
  });
});

describe("parley mcp", () => {
  test("refuses flags that it cannot support", async () => {
    for (const flag of ["--dry-run", "--curl", "--api-key-stdin"]) {
      const { code, stderr } = await parley(["mcp", flag], { stdin: "" });
      expect(code).toBe(2);
      expect(stderr).toContain("cannot be used with parley mcp");
    }
  });

  test("ends when its client closes stdin, without a word on stdout", async () => {
    const { code, stdout } = await parley(["mcp"], { stdin: "" });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  });
});
