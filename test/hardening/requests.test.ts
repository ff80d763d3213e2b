/** Ambiguous requests, against the installed program. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { exchange, openSocket } from "../support/raw-socket.ts";
import { type Served, startService } from "../support/served.ts";
import { callsWith } from "../support/service.ts";

const KEY = "pk_acme";
const parley = useCli();
const seed = join(parley.home, "seed.yaml");
writeFileSync(seed, `kind: Seed\norganizations: [{ name: acme, api_key: ${KEY} }]\n`);
let service: Served;
beforeAll(async () => {
  service = await startService(parley, "--memory", "--seed", seed);
});
afterAll(() => service.stop("SIGKILL"));

const agents = async () => (await callsWith(service.url, KEY)("GET", "/v1/all-agents")).body;

test("HTTP/1.0 with chunks is refused and closed, and what hides behind it is not done", async () => {
  const hidden = `POST /v1/add-agent HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${KEY}\r\nContent-Length: 18\r\n\r\n{"name": "hidden"}`;
  const { statuses, text, isClosed } = await exchange(
    service.url,
    `POST /v1/add-agent HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nX-API-Key: ${KEY}\r\n` +
      `Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    2000,
  );
  expect({ statuses, isClosed }).toEqual({ statuses: [400], isClosed: true });
  expect(text).toContain("HTTP/1.0 has no chunked bodies");
  expect(await agents()).toEqual([]);
});

test("HTTP/1.0 with a length is answered, and kept alive where that is asked for", async () => {
  const { statuses, isClosed } = await exchange(
    service.url,
    "GET /healthz HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n",
  );
  expect({ statuses, isClosed }).toEqual({ statuses: [200], isClosed: false });
});

describe("the host in the request line", () => {
  test.each([
    ["http://evil.example/healthz", 421],
    ["http://localhost@evil.example/healthz", 421],
    ["http://evil.example:80/v1/all-agents", 421],
    ["https://evil.example/healthz", 421],
    ["http://localhost:8787/healthz", 200],
  ])("of %s is checked like that of the header: %i", async (target, status) => {
    const { statuses } = await exchange(
      service.url,
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${KEY}\r\n\r\n`,
    );
    expect(statuses).toEqual([status]);
  });

  test("does not compensate for a forbidden one in the header", async () => {
    const { statuses } = await exchange(
      service.url,
      "GET http://localhost/healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    );
    expect(statuses).toEqual([421]);
  });
});

describe("a sender that waits for 100 Continue", () => {
  const ask = (key: string, type = "application/json") =>
    `POST /v1/add-agent HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: ${type}\r\n` +
    "Expect: 100-continue\r\nContent-Length: 16\r\n\r\n";

  test("is refused before it sends anything where its key is unknown", async () => {
    const { statuses, isClosed } = await exchange(service.url, ask("pk_wrong"), 2000);
    expect({ statuses, isClosed }).toEqual({ statuses: [401], isClosed: true });
  });

  test('gets "continue" once its key is known, and then its answer', async () => {
    const socket = await openSocket(service.url);
    socket.write(ask(KEY));
    const [told] = await once(socket, "data");
    expect(String(told)).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    socket.write('{"name":"asked"}');
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });
});
