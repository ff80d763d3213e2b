/** Expensive connections: slow, many, oversized, or ambiguous. */
import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { LIMITS } from "../../src/service/http/limits.ts";
import { exchange, gather, openSocket } from "../support/raw-socket.ts";
import { ACME_KEY, useService } from "../support/service.ts";

const { url, acme } = useService(undefined, () => ({
  limits: {
    ...LIMITS,
    headers_ms: 400,
    request_ms: 900,
    request_pace: 1000,
    check_ms: 50,
    connections: 60,
  },
}));

afterEach(async () => {
  expect((await acme("GET", "/v1/all-agents")).status, "the service answers afterwards").toBe(200);
});

/** Sends a byte again and again until the other side closes. Resolves to what it sent. */
function drip(socket: Socket, byte: string) {
  const timer = setInterval(() => socket.write(byte), 40);
  return gather(socket, 20_000).finally(() => clearInterval(timer));
}

const head = (length: number) =>
  `POST /v1/add-agent HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${ACME_KEY}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

describe("slowly sent", () => {
  test("headers (slowloris) are cut off with 408, while others are served", async () => {
    const sockets = await Promise.all(Array.from({ length: 40 }, () => openSocket(url())));
    for (const socket of sockets) socket.write("GET /v1/all-agents HTTP/1.1\r\nHost: localhost\r\nX-A: ");
    const ended = Promise.all(sockets.map((socket) => drip(socket, "a")));
    expect((await acme("GET", "/v1/all-agents")).status).toBe(200);
    for (const answer of await ended) {
      expect(answer.isClosed).toBe(true);
      expect(answer.statuses).toEqual([408]);
    }
  });

  test("bodies are cut off with 408", async () => {
    const socket = await openSocket(url());
    socket.write(`${head(100_000)}{"name": "`);
    const answer = await drip(socket, "a");
    expect(answer.isClosed).toBe(true);
    expect(answer.statuses).toEqual([408]);
  });

  test("bodies that come at a fair pace are taken, however long they take", async () => {
    const socket = await openSocket(url());
    const body = JSON.stringify({ name: "Slow", agent_description: "a".repeat(4000) });
    socket.write(head(body.length));
    for (let at = 0; at < body.length; at += 100) {
      socket.write(body.slice(at, at + 100));
      await sleep(50);
    }
    const [chunk] = await once(socket, "data");
    expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  test("nothing at all is cut off too", async () => {
    expect((await gather(await openSocket(url()), 20_000)).isClosed).toBe(true);
  });
});

test("connections above the cap are closed, and there is room again when others leave", async () => {
  const sockets: Socket[] = [];
  for (let opened = 0; opened < 60; opened++) sockets.push(await openSocket(url()));
  const late = await openSocket(url());
  late.on("error", () => undefined);
  await once(late, "close");
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => acme("GET", "/healthz").catch(() => undefined)).toMatchObject({ status: 200 });
});

test("headers above 16 KiB are answered 431", async () => {
  const { statuses, isClosed } = await exchange(
    url(),
    `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ${"a".repeat(17 * 1024)}\r\n\r\n`,
  );
  expect({ statuses, isClosed }).toEqual({ statuses: [431], isClosed: true });
});

describe("a request that two readers would end at different places (smuggling)", () => {
  const post = (headers: string, body: string) =>
    `POST /v1/add-agent HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${ACME_KEY}\r\n${headers}\r\n\r\n${body}`;
  const hidden = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

  test.each([
    ["a length and chunks", post("Content-Length: 4\r\nTransfer-Encoding: chunked", `0\r\n\r\n${hidden}`)],
    ["chunks and a length", post("Transfer-Encoding: chunked\r\nContent-Length: 4", `0\r\n\r\n${hidden}`)],
    ["two lengths", post("Content-Length: 2\r\nContent-Length: 60", `{}${hidden}`)],
    ["a list of lengths", post("Content-Length: 2, 60", `{}${hidden}`)],
    ["a signed length", post("Content-Length: +2", `{}${hidden}`)],
    ["a negative length", post("Content-Length: -2", `{}${hidden}`)],
    ["a hexadecimal length", post("Content-Length: 0x2", `{}${hidden}`)],
    ["a length beyond all numbers", post("Content-Length: 99999999999999999999", `{}${hidden}`)],
    ["chunks that are not last", post("Transfer-Encoding: chunked, identity", `0\r\n\r\n${hidden}`)],
    ["unknown chunks", post("Transfer-Encoding: xchunked", `0\r\n\r\n${hidden}`)],
    ["a space before the colon", post("Transfer-Encoding : chunked", `0\r\n\r\n${hidden}`)],
    ["a folded header", post("X-A: b\r\n Transfer-Encoding: chunked", `0\r\n\r\n${hidden}`)],
    ["a bare line feed", post("X-A: b\nTransfer-Encoding: chunked", `0\r\n\r\n${hidden}`)],
    ["a bare carriage return", post("X-A: b\rTransfer-Encoding: chunked", `0\r\n\r\n${hidden}`)],
    ["NUL in a header", post("X-A: b\0", `{}${hidden}`)],
    ["a chunk of a bad size", post("Transfer-Encoding: chunked", `z\r\n{}\r\n0\r\n\r\n${hidden}`)],
    [
      "a chunk size with an underscore",
      post("Transfer-Encoding: chunked", `1_0\r\n{}\r\n0\r\n\r\n${hidden}`),
    ],
    ["a chunk size that overflows", post("Transfer-Encoding: chunked", `${"f".repeat(20)}\r\n{}${hidden}`)],
  ])("with %s is refused, and what hides behind it is not answered", async (_, bytes) => {
    const { statuses } = await exchange(url(), bytes);
    expect(statuses.filter((status) => status === 200)).toEqual([]);
    expect(statuses.length).toBeLessThanOrEqual(1);
    expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
  });
});

describe("an invalid first line", () => {
  test.each([
    ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["an unknown method", "BREW /v1/all-agents HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["a version to come", "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n"],
    ["no host", "GET /healthz HTTP/1.1\r\n\r\n"],
    ["two hosts", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"],
    ["an invalid host", "GET /healthz HTTP/1.1\r\nHost: local host/@\r\n\r\n"],
    ["an address of another scheme", "GET file:///etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["a way out of the root", "GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["a backslash", "GET /\\evil.example HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["CONNECT", "CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["TRACE", "TRACE /v1/all-agents HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["an upgrade", "GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"],
    ["an expectation", "GET /x HTTP/1.1\r\nHost: localhost\r\nExpect: the unexpected\r\n\r\n"],
  ])("like %s is not a failure of the service", async (_, bytes) => {
    const { statuses } = await exchange(url(), bytes);
    expect(statuses.filter((status) => status >= 500 || status < 400)).toEqual([]);
  });
});
