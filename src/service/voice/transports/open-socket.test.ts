import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openSocket } from "./open-socket.ts";

test("an agent that answers the upgrade a byte at a time is not waited for longer than ten seconds", async () => {
  let calls = 0;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    // The second attempt ends the test.
    if (++calls > 1) return void socket.end("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n");
    socket.write("HTTP/1.1 101 Switching Protocols\r\nX-Slow: ");
    const dripping = setInterval(() => socket.write("a"), 100);
    socket.on("close", () => clearInterval(dripping));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const policy = { allow_private: false, allow_loopback: true };
  const opened = openSocket(
    url,
    { headers: {}, policy, signal: new AbortController().signal },
    () => undefined,
  );
  await expect(opened).rejects.toMatchObject({ how: "rejected" });
  expect(calls).toBe(2);
});
