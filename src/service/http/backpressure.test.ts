import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Refused } from "../errors.ts";
import { JsonPieces } from "../json-text.ts";
import { type Backpressure, createBackpressure, type Made } from "./backpressure.ts";

const MB = 2 ** 20;
/** More of an unread answer than the system itself buffers. */
const LONG = 8 * MB;
const LIMITS = { organization_bytes: 2 * LONG, service_bytes: 3 * LONG, making: 2, stall_ms: 60_000 };

let unread: Backpressure;
let port = 0;
let inTheMaking = 0;
let mostInTheMaking = 0;
/** How many answers in pieces are not finished. */
let open = 0;
const sockets: Socket[] = [];

/** Longer than a slice, and the first slice would end in the middle of a character. */
const PAIRS = `x${"\u{1d11e}".repeat(200_000)}`;

async function* piecesOf(text: string, count: number): AsyncGenerator<string> {
  open++;
  try {
    for (let at = 0; at < count; at++) yield text;
  } finally {
    open--;
  }
}

/**
 * Answers with as many bytes as the path says, or with pieces of that size:
 * `/organization/operation/bytes/pieces`. `/organization/pairs/0/pieces` answers with `PAIRS`.
 */
async function answer({ method, url = "" }: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, organization_id = "", operation = "", bytes, pieces] = url.split("/");
  const text = operation === "pairs" ? PAIRS : "x".repeat(Number(bytes));
  const make = async (): Promise<Made> => {
    inTheMaking++;
    mostInTheMaking = Math.max(mostInTheMaking, inTheMaking);
    await new Promise((resolve) => setTimeout(resolve, 5));
    inTheMaking--;
    return pieces ? new JsonPieces(piecesOf(text, Number(pieces))) : text;
  };
  try {
    unread.admit(organization_id);
    const asked = { organization_id, operation, response };
    const made = await (method === "GET" ? unread.inTurn(asked, make) : unread.always(asked, make));
    if (made instanceof ReadableStream) await pipeline(Readable.fromWeb(made as never), response);
    else response.end(made);
  } catch (error) {
    if (error instanceof Refused) response.writeHead(error.status, error.headers).end(error.message);
    else response.destroy();
  }
}

const server = createServer((request, response) => void answer(request, response));

beforeEach(async () => {
  unread = createBackpressure(LIMITS);
  mostInTheMaking = 0;
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

/** Sends a request, and reads only the first line of the answer. */
function leaveUnread(path: string, method = "GET"): Promise<{ status: number; socket: Socket }> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  sockets.push(socket);
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return new Promise((resolve) => {
    socket.once("data", (chunk) => {
      socket.pause();
      resolve({ status: Number(String(chunk).split(" ")[1]), socket });
    });
  });
}

const read = (path: string, method = "GET") => fetch(`http://127.0.0.1:${port}${path}`, { method });

test("what an organization leaves unread is bounded; it says when to try again", async () => {
  expect((await leaveUnread(`/a/list/${LONG}`)).status).toBe(200);
  const second = await leaveUnread(`/a/list/${LONG - MB}`);
  expect(second.status).toBe(200);
  const refused = await read(`/a/list/${2 * MB}`);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
  expect(await refused.text()).toContain("leaves too many answers unread");
  expect((await read("/a/other/100")).status, "short answers are not counted").toBe(200);
  second.socket.destroy();
  await expect.poll(async () => (await read(`/a/list/${2 * MB}`)).status).toBe(200);
});

test("clients that read their answers are answered, however long the answer is and whatever others leave unread", async () => {
  for (const path of ["/a/list", "/a/list", "/b/list"])
    expect((await leaveUnread(`${path}/${LONG - MB}`)).status).toBe(200);
  const refused = await leaveUnread(`/b/list/${LONG - MB}`);
  expect(refused.status, "the others leave no room for a second one").toBe(503);
  const answered = await read(`/c/list/${3 * LONG}`);
  expect([answered.status, (await answered.text()).length]).toEqual([200, 3 * LONG]);
});

test("a change is answered once it has happened; the next is refused before it does", async () => {
  for (let times = 0; times < 2; times++)
    expect((await leaveUnread(`/a/change/${LONG}`, "POST")).status).toBe(200);
  const { status } = await read("/a/change/10", "POST");
  expect(status).toBe(429);
});

test("an answer in pieces counts for the piece that waits, and ends what makes it with the connection", async () => {
  for (let times = 0; times < 2; times++)
    expect((await leaveUnread(`/a/pieces/${LONG}/1000`)).status).toBe(200);
  expect((await leaveUnread(`/a/pieces/${LONG}/1000`)).status).toBe(429);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await read(`/a/list/${LONG}`)).status).toBe(200);
  const whole = await read(`/a/pieces/${MB}/20`);
  expect((await whole.text()).length).toBe(20 * MB);
  await expect.poll(() => open).toBe(0);
});

test("a long piece is sent in slices, and no character is cut in two", async () => {
  const whole = await (await read("/a/pairs/0/2")).text();
  expect(whole === PAIRS + PAIRS).toBe(true);
});

test("only a few answers of an organization are in preparation at once; others do not wait for them", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => read("/a/list/100")));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  expect(mostInTheMaking).toBe(LIMITS.making);
  await Promise.all(
    ["a", "b", "c"].flatMap((name) => [read(`/${name}/list/100`), read(`/${name}/list/100`)]),
  );
  expect(mostInTheMaking).toBeGreaterThan(LIMITS.making);
});

test("a reader who takes nothing for a while is let go, one who is slow is not", async () => {
  unread = createBackpressure({ ...LIMITS, stall_ms: 3000 });
  const { socket } = await leaveUnread(`/a/list/${LONG}`);
  const slow = await read(`/b/list/${LONG}`);
  let bytes = 0;
  for await (const chunk of slow.body ?? []) {
    if (Math.floor((bytes + chunk.length) / MB) > Math.floor(bytes / MB))
      await new Promise((resolve) => setTimeout(resolve, 100));
    bytes += chunk.length;
  }
  expect(bytes).toBe(LONG);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await expect.poll(async () => (await read(`/a/list/${2 * LONG}`)).status).toBe(200);
  socket.resume();
  await closed;
});
