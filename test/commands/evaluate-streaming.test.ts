import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";
import { submissionsTo } from "../support/submissions.ts";

const recorder = useRecorder();
const parley = useProgram(recorder);
const service = submissionsTo(recorder);

const BOOKING_WAV = resolve(import.meta.dirname, "../../fixtures/recordings/booking.wav");
const answer = { status: "success", call_id: "c-1", message: "queued" };
const evaluate = (...flags: string[]) =>
  parley(["evaluate", "--agent", "101", "--start-time", "2026-11-01T12:00:00Z", ...flags]);

test("after a 429 it is read and sent again, whole", async () => {
  service.answer(
    { status: 429, headers: { "retry-after": "0" }, body: { detail: "slow down" } },
    { body: answer },
  );
  const { code } = await evaluate("--recording", BOOKING_WAV);
  const [first, second] = service.sent();
  expect(second?.text).toBe(first?.text);
  expect({ code, sent: service.sent().length }).toEqual({ code: 0, sent: 2 });
});

test("after a broken connection, it is not sent again, and no message says that nothing happened", async () => {
  service.answer({ reset: true });
  const { code, stderr } = await evaluate("--recording", BOOKING_WAV);
  expect(stderr).toContain("may or may not have taken effect");
  expect({ code, sent: service.sent().length }).toEqual({ code: 7, sent: 1 });
});

test("an answer that does not come within --timeout ends it, and may be on its way", async () => {
  service.answer({ delay_ms: 20_000, body: answer });
  const { code, stderr } = await evaluate("--recording", BOOKING_WAV, "--timeout", "1");
  expect(stderr).toContain("did not answer within 1 s");
  expect(stderr).toContain("may or may not have taken effect");
  expect({ code, sent: service.sent().length }).toEqual({ code: 7, sent: 1 });
});

test("a file that changes while it is read fails the call, and the service never gets a whole request", async () => {
  const path = join(parley.home, "growing.wav");
  writeFileSync(path, readFileSync(BOOKING_WAV).subarray(0, 44));
  // More than the sockets buffer, so the end of the file is not yet read when the service starts to read.
  truncateSync(path, 64 * 1024 * 1024);
  let whole = false;
  const server = createServer((request, response) => {
    if (request.method === "GET") return void response.end("{}");
    appendFileSync(path, "more");
    request.on("end", () => (whole = true)).on("error", () => undefined);
    request.resume();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, stderr } = await evaluate("--recording", "growing.wav", "--base-url", base_url);
  server.close();
  expect(stderr).toContain("error: the recording changed while it was being sent\n  growing.wav");
  expect({ code, whole }).toEqual({ code: 1, whole: false });
});

test("what broke before its end was not a request: it is read and sent again", async () => {
  const path = join(parley.home, "long.wav");
  writeFileSync(path, readFileSync(BOOKING_WAV).subarray(0, 44));
  // More than the sockets buffer.
  truncateSync(path, 32 * 1024 * 1024);
  let begun = 0;
  let received = 0;
  const server = createServer((request, response) => {
    if (request.method === "GET") return void response.end("{}");
    begun++;
    if (begun === 1) return void request.socket.resetAndDestroy();
    request.on("data", (chunk: Buffer) => (received += chunk.length));
    request.on("end", () => response.end(JSON.stringify(answer)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code } = await evaluate("--recording", "long.wav", "--base-url", base_url);
  server.close();
  expect(received).toBeGreaterThan((32 * 1024 * 1024 * 4) / 3);
  expect({ code, begun }).toEqual({ code: 0, begun: 2 });
});

test("a service that refuses it early is heard", async () => {
  const server = createServer((request, response) => {
    response.writeHead(413, { "content-type": "application/json" });
    response.end('{"detail":"the body is too large"}');
    request.resume();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, stderr } = await evaluate("--recording", BOOKING_WAV, "--base-url", base_url);
  server.close();
  expect(stderr).toContain("error: the body is too large\n  POST /v1/evaluate → 413");
  expect(code).toBe(1);
});
