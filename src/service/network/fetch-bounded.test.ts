import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FetchOptions, fetchBounded } from "./fetch-bounded.ts";

const routes: Record<string, RequestListener> = {
  "/text": (_, response) => response.end("a transcript"),
  "/moved": (_, response) => response.writeHead(302, { location: "/text" }).end(),
  "/round": (_, response) => response.writeHead(302, { location: "/round" }).end(),
  "/inside": (_, response) => response.writeHead(302, { location: "http://10.0.0.1/secret" }).end(),
  "/odd": (_, response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
  "/busy": (_, response) => response.writeHead(503).end(),
  "/hangs": () => undefined,
  "/breaks": (_, response) => {
    response.writeHead(200, { "content-length": "100" }).write("half");
    setImmediate(() => response.destroy());
  },
  "/endless": (_, response) => {
    const timer = setInterval(() => response.write("x".repeat(1000)), 1);
    response.once("close", () => clearInterval(timer));
  },
};

const server = createServer((request, response) => {
  const route = routes[request.url ?? ""];
  if (route) route(request, response);
  else response.writeHead(404).end();
});
let base = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const options: FetchOptions = {
  policy: { allow_private: false, allow_loopback: true },
  max_bytes: 5000,
  timeout_ms: 20_000,
};

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return Buffer.concat(parts).toString();
}

const fetchText = (path: string, changed: Partial<FetchOptions> = {}) =>
  fetchBounded(base + path, { ...options, ...changed }, whole);

describe("a body", () => {
  test("comes, also through redirects", async () => {
    expect(await fetchText("/text")).toBe("a transcript");
    expect(await fetchText("/moved")).toBe("a transcript");
  });

  test("that is too large is not read to its end", async () => {
    await expect(fetchText("/endless")).rejects.toMatchObject({ code: "too_large", transient: false });
  });

  test("that breaks off does not count as a body", async () => {
    await expect(fetchText("/breaks")).rejects.toMatchObject({ code: "unreachable", transient: true });
  });

  test("that does not come in time may come another time", async () => {
    await expect(fetchText("/hangs", { timeout_ms: 100 })).rejects.toMatchObject({
      code: "timed_out",
      transient: true,
    });
  });

  test("is no longer waited for once it is not wanted", async () => {
    const unwanted = new AbortController();
    setTimeout(() => unwanted.abort(), 50);
    await expect(fetchText("/hangs", { signal: unwanted.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  test("what its consumer throws is not a failure to fetch", async () => {
    const consume = () => Promise.reject(new Error("not a transcript"));
    await expect(fetchBounded(`${base}/text`, options, consume)).rejects.toThrow("not a transcript");
    // A full disk is not the fault of the host.
    const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    const store = async (pieces: AsyncIterable<Uint8Array>) => {
      for await (const _ of pieces) throw full;
    };
    await expect(fetchBounded(`${base}/text`, options, store)).rejects.toBe(full);
  });
});

test.each([
  ["/none", "bad_status", false, "404"],
  ["/busy", "bad_status", true, "503"],
  ["/round", "too_many_redirects", false, "more than 5"],
  ["/inside", "target_refused", false, "10.0.0.1 is a private address"],
  ["/odd", "target_refused", false, "URLs must be http or https, not file:"],
])("fetching %s fails with %s", async (path, code, transient, message) => {
  await expect(fetchText(path)).rejects.toMatchObject({
    code,
    transient,
    message: expect.stringContaining(message),
  });
});

test("no address of a closed network is connected to, by number or by name", async () => {
  const policy = { allow_private: false, allow_loopback: false };
  await expect(fetchText("/text", { policy })).rejects.toMatchObject({ code: "target_refused" });
  const { port } = server.address() as AddressInfo;
  // The resolver's first answer passes the check. The second would lead the socket to this machine.
  const addresses = ["93.184.215.14", "127.0.0.1"];
  const lookup = async () => [{ address: addresses.shift() ?? "127.0.0.1", family: 4 }];
  const changing = fetchBounded(
    `http://changing.example:${port}/text`,
    { ...options, policy, lookup },
    whole,
  );
  await expect(changing).rejects.toMatchObject({
    code: "target_refused",
    message: expect.stringContaining("changing.example (127.0.0.1)"),
  });
});
