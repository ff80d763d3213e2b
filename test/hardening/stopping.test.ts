/** SIGTERM while connections are open: of silent, slow, and honest clients. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { gather, openSocket } from "../support/raw-socket.ts";
import { type Served, startService } from "../support/served.ts";
import { callsWith } from "../support/service.ts";

const KEY = "pk_acme";
const parley = useCli();
const seed = join(parley.home, "seed.yaml");
writeFileSync(seed, `kind: Seed\norganizations: [{ name: acme, api_key: ${KEY} }]\n`);

const running: Served[] = [];
afterEach(async () => {
  for (const { process } of running.splice(0)) process.kill("SIGKILL");
});

/** A service with a connection to it on which `bytes` were sent. */
async function begin(bytes: string, ...flags: string[]): Promise<{ service: Served; socket: Socket }> {
  const service = await startService(parley, "--seed", seed, ...(flags.length > 0 ? flags : ["--memory"]));
  running.push(service);
  const socket = await openSocket(service.url);
  socket.write(bytes);
  // When the service answers this later request, it has read those bytes.
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  return { service, socket };
}

const head = (length: number, key?: string) =>
  `POST /v1/add-agent HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n` +
  `${key === undefined ? "" : `X-API-Key: ${key}\r\n`}\r\n`;

/** Long enough to distinguish a service that waits for such a connection from one that does not. */
const PATIENCE_MS = 9_000;

async function ended(service: Served): Promise<{ code: number | null; ms: number }> {
  const began = performance.now();
  return { code: await service.stop("SIGTERM"), ms: performance.now() - began };
}

describe("a stop closes at once a connection without a request in progress", () => {
  test.each([
    ["that says nothing", ""],
    ["with half a request line", "GET /v1/all-ag"],
    ["with half the headers", "POST /v1/add-agent HTTP/1.1\r\nHost: localhost\r\nX-A: "],
    ["whose request is answered already", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"],
    ["whose body stalls, without a key", `${head(100)}{`],
    [
      "whose answered GET has a body that stalls",
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
    ],
  ])("%s", async (_, bytes) => {
    const { service, socket } = await begin(bytes);
    const said = gather(socket, 20_000);
    const { code, ms } = await ended(service);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(PATIENCE_MS);
    expect((await said).isClosed).toBe(true);
  });
});

describe("a stop with a body on its way", () => {
  const agents = async (data: string) => {
    const service = await startService(parley, "--seed", seed, "--data", data);
    running.push(service);
    const { body } = await callsWith(service.url, KEY)("GET", "/v1/all-agents");
    return (body as { name: string }[]).map(({ name }) => name);
  };
  /** JSON can have any length. */
  const bodyOf = (bytes: number) => `{ "name": "Late desk"${" ".repeat(bytes - 22)}}`;

  /** Sends a text piece by piece until it is sent or the connection is closed. */
  async function send(socket: Socket, text: string, piece: number, pause_ms: number): Promise<void> {
    for (let at = 0; at < text.length && socket.writable && !socket.readableEnded; at += piece) {
      socket.write(text.slice(at, at + piece));
      await sleep(pause_ms);
    }
  }

  test("that stalls ends it with 408, and nothing is done", async () => {
    const data = join(parley.home, "stalled");
    const { service, socket } = await begin(`${head(1000, KEY)}{`, "--data", data);
    const said = gather(socket, 30_000);
    expect((await ended(service)).code).toBe(0);
    const { statuses, text } = await said;
    expect(statuses).toEqual([408]);
    expect(text).toContain("the request was not carried out");
    expect(await agents(data)).toEqual([]);
  }, 60_000);

  test("that comes at a fair pace waits for it, answers, and closes without a reset", async () => {
    const data = join(parley.home, "fair");
    const body = bodyOf(1_400_000);
    const { service, socket } = await begin(head(body.length, KEY), "--data", data);
    const faults: unknown[] = [];
    socket.on("error", (error) => faults.push(error));
    const said = gather(socket, 30_000);
    const end = ended(service);
    // Seven seconds: longer than the service waits for a stalled body.
    await send(socket, body, 20_000, 100);
    expect((await said).text).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
    expect((await end).code).toBe(0);
    expect(faults).toEqual([]);
    expect(await agents(data)).toEqual(["Late desk"]);
  }, 60_000);

  test("that outlasts the time for it answers 408 without a reset, and nothing is done", async () => {
    const data = join(parley.home, "endless");
    const body = bodyOf(1_900_000);
    const { service, socket } = await begin(head(body.length, KEY), "--data", data);
    const said = gather(socket, 30_000);
    const end = ended(service);
    await send(socket, body, 10_000, 100);
    const { statuses, text } = await said;
    expect(statuses).toEqual([408]);
    expect(text).toContain("the service is stopping; the request was not carried out");
    expect((await end).code).toBe(0);
    expect(await agents(data)).toEqual([]);
  }, 60_000);
});

test("requests on kept-alive connections are answered while a stop drains, and told that the connection closes", async () => {
  const { service, socket } = await begin("", "--memory", "--drain", "3");
  const stopped = service.stop("SIGTERM");
  await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(503);
  socket.write(`GET /v1/all-agents HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${KEY}\r\n\r\n`);
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
  await once(socket, "end");
  expect(await stopped).toBe(0);
}, 30_000);
