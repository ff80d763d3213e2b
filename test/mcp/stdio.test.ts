/** Clients that break the rules of stdin and stdout, and clients that do not read answers. */
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { UNANSWERED_MAXIMUM } from "../../src/cli/mcp/stdio.ts";
import { BODY_MAXIMUM } from "../../src/contract/limits.ts";
import { useCli } from "../support/cli.ts";
import { useReceiver } from "../support/receiver.ts";

const service = useReceiver();
const parley = useCli({ url: () => service.url("") });

const line = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;

/** `parley mcp` after its first answer. Nothing more is read from it until the test does. */
async function start() {
  const child = parley.start(["mcp"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const { stdin, stdout } = child as typeof child & { stdin: Writable; stdout: Readable };
  stdin.on("error", () => undefined);
  let stderr = "";
  child.stderr?.on("data", (text) => (stderr += text));
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) =>
    child.on("exit", (code) => resolve({ code, stderr })),
  );
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const answer = async () => JSON.parse((await lines.next()).value);
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  };
  stdin.write(line({ id: "first", method: "initialize", params }));
  expect(await answer()).toMatchObject({ id: "first", result: { serverInfo: { name: "parley" } } });
  return { child, stdin, stdout, answer, ended };
}

test("a line that is too long is refused, and ends the server with a reason", async () => {
  const { stdin, answer, ended } = await start();
  stdin.write("a".repeat(BODY_MAXIMUM + 1));
  const message = "line 2 of standard input is longer than 4 MiB";
  expect(await answer()).toMatchObject({ id: null, error: { code: -32600, message } });
  expect(await ended).toEqual({
    code: 2,
    stderr: `error: ${message}\nhint: end each message with a new line\n`,
  });
});

test("an invalid message is refused, and the next one is answered", async () => {
  const { stdin, answer } = await start();
  stdin.write(`{"jsonrpc":\n\n[]\n${line({ id: 5, method: "ping" })}`);
  expect(await answer()).toMatchObject({ id: null, error: { code: -32700 } });
  expect(await answer()).toMatchObject({ id: null, error: { code: -32600 } });
  expect(await answer()).toEqual({ jsonrpc: "2.0", id: 5, result: {} });
});

test("while answers are not taken, no more requests are read; SIGTERM still ends the server", async () => {
  const { child, stdin, stdout, ended } = await start();
  stdout.pause();
  const request = line({ id: 1, method: "tools/list", params: { _meta: { padding: "x".repeat(1000) } } });
  for (let sent = 0; sent < 5_000; sent++) stdin.write(request);
  let before: number;
  do {
    before = stdin.writableLength;
    await wait(500);
  } while (stdin.writableLength < before);
  expect(stdin.writableLength).toBeGreaterThan(0);
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 0, stderr: "" });
});

test("a client has a limited number of waiting requests, each with its own id", async () => {
  const { stdin, answer } = await start();
  const look = (id: number) =>
    line({ id, method: "tools/call", params: { name: "look", arguments: { what: "agents" } } });
  service.answer(...Array.from({ length: UNANSWERED_MAXIMUM + 1 }, () => "hang" as const));
  for (let id = 1; id <= UNANSWERED_MAXIMUM; id++) stdin.write(look(id));
  stdin.write(look(1));
  expect(await answer()).toMatchObject({ id: 1, error: { message: expect.stringContaining("the id 1") } });
  stdin.write(look(999));
  expect(await answer()).toMatchObject({
    id: 999,
    error: { code: -32600, message: expect.stringContaining(`${UNANSWERED_MAXIMUM} requests`) },
  });
  stdin.write(line({ method: "notifications/cancelled", params: { requestId: 1 } }));
  stdin.write(line({ id: 1000, method: "ping" }));
  expect(await answer()).toEqual({ jsonrpc: "2.0", id: 1000, result: {} });
});
