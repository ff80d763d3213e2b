import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Transport } from "./transport.ts";
import { createUndiciTransport } from "./undici.ts";

const CONNECTIONS = 3;

let server: Server;
let transport: Transport;
let url: string;
/** Every connection that was ever made, and the open requests. */
let sockets: Socket[];
let asked: { readonly path: string; readonly response: ServerResponse }[];

beforeEach(async () => {
  sockets = [];
  asked = [];
  server = createServer((request, response) => {
    asked.push({ path: request.url ?? "", response });
  });
  server.on("connection", (socket) => sockets.push(socket));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  transport = createUndiciTransport({ connections: CONNECTIONS, env: {}, timeout_ms: 5000 });
});

afterEach(async () => {
  await transport.close();
  server.closeAllConnections();
  server.close();
});

const ask = (name: number | string, signal = new AbortController().signal) =>
  transport.send({
    method: "POST",
    url: `${url}/${name}`,
    headers: {},
    body: "{}",
    timeout_ms: 5000,
    signal,
  });

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((done) => setTimeout(done, 5));
}

/** Answers the next request when it arrives. */
async function answer(): Promise<void> {
  await until(() => asked.length > 0);
  asked.shift()?.response.end("{}");
}

test("more requests than connections wait for one, in their order", async () => {
  const answers = Array.from({ length: 10 }, (_, i) => ask(i));
  await until(() => asked.length === CONNECTIONS);
  for (let i = 0; i < 10; i++) {
    await until(() => asked.some(({ path }) => path === `/${i}`));
    const at = asked.findIndex(({ path }) => path === `/${i}`);
    asked.splice(at, 1)[0]?.response.end("{}");
  }
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(sockets.length).toBe(CONNECTIONS);
});

test("a broken connection fails its request, and the next request gets another connection", async () => {
  const broken = ask("broken").catch((error) => error.code);
  await until(() => asked.length === 1);
  sockets[0]?.destroy();
  expect(await broken).toBe("UND_ERR_SOCKET");
  asked.length = 0;
  const next = ask("next");
  await answer();
  expect((await next).status).toBe(200);
  expect(sockets.length).toBe(2);
});

test("a request that is stopped while it waits is never sent, and the next one gets its turn", async () => {
  const first = Array.from({ length: CONNECTIONS }, (_, i) => ask(i));
  await until(() => asked.length === CONNECTIONS);
  const stop = new AbortController();
  const stopped = ask("stopped", stop.signal).catch((error) => error.message);
  const last = ask("last");
  stop.abort(new Error("interrupted"));
  expect(await stopped).toBe("interrupted");
  for (const _ of [...first, last]) await answer();
  expect((await last).status).toBe(200);
  await Promise.all(first);
  expect(asked).toEqual([]);
});

test("closing ends what waits", async () => {
  const all = Array.from({ length: CONNECTIONS + 1 }, (_, i) => ask(i).catch((error) => error.message));
  await until(() => asked.length === CONNECTIONS);
  await transport.close();
  expect((await Promise.all(all)).at(-1)).toBe("the client is closed");
});
