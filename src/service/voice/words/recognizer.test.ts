import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createRecognizer } from "./recognizer.ts";

test("a server gets the speech as a file, and its words are taken", async () => {
  let sent = "";
  const server = createServer(async (request, response) => {
    for await (const chunk of request) sent += Buffer.from(chunk).toString("latin1");
    const { "content-type": type = "", authorization } = request.headers;
    sent = `${authorization}\n${type.split(";")[0]}\n${sent}`;
    response.end(JSON.stringify({ text: " Hello\n there. " }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const failed: unknown[] = [];
  const recognizer = createRecognizer({ base_url, model: "small", api_key: "k" }, (error) =>
    failed.push(error),
  );
  const words = await recognizer.transcribe(new Int16Array(160), "en", new AbortController().signal);
  expect({ words, failed }).toEqual({ words: "Hello there.", failed: [] });
  expect(sent).toMatch(/^Bearer k\nmultipart\/form-data\n/);
  expect(sent).toContain('name="file"; filename="turn.wav"');
  expect(sent).toContain("RIFF");
  server.close();
});

test("an answer without an end is not read to its end", async () => {
  let closed: Promise<unknown> | undefined;
  const server = createServer((request, response) => {
    closed = once(response, "close");
    request.resume();
    const more = () => {
      while (response.write(" ".repeat(64 * 1024)));
    };
    response.on("drain", more);
    more();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const reported: unknown[] = [];
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const recognizer = createRecognizer({ base_url, model: "small" }, (error) => reported.push(error));
  const words = await recognizer.transcribe(new Int16Array(160), "en", new AbortController().signal);
  expect(words).toBeUndefined();
  expect(String(reported[0])).toContain("/v1/audio/transcriptions answered with more than 256 KiB");
  await closed;
  server.close();
});
