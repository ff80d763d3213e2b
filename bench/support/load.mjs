/**
 * Sends requests over and over on kept-alive connections, as cheaply as node can, because the client must not
 * be the limit. `url` is the URL of a service, or the URLs of several that share the connections. `bytes` are
 * the bytes of a request, or a function that returns those of the next one.
 */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { KEY } from "./processes.mjs";
import { quantile } from "./statistics.mjs";

/** The bytes of a request. */
export function request(method, path, body) {
  const text = body === undefined ? "" : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    `x-api-key: ${KEY}`,
    ...(text === "" ? [] : ["content-type: application/json", `content-length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
}

/** Answers per second, with every connection always busy. */
export async function peak(url, bytes, { connections = 64, milliseconds = 1000 } = {}) {
  const lines = await open(url, connections);
  const began = performance.now();
  const end = began + milliseconds;
  let answers = 0;
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() < end) {
        await line.send(nextOf(bytes));
        answers++;
      }
    }),
  );
  const elapsed = performance.now() - began;
  for (const line of lines) line.close();
  return (answers / elapsed) * 1000;
}

/** p50 and p99 in ms at a fixed rate. If a request has to wait for a connection, that time counts. */
export async function latencies(url, bytes, { per_second, connections = 64, milliseconds = 2000 }) {
  const free = await open(url, connections);
  const all = [...free];
  const waiting = [];
  const times = [];
  const running = [];
  const began = performance.now();
  const total = Math.floor((per_second * milliseconds) / 1000);
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - began) * per_second) / 1000) + 1);
    for (; sent < due; sent++) {
      const wanted_at = began + (sent * 1000) / per_second;
      const line = free.pop() ?? (await new Promise((taken) => waiting.push(taken)));
      running.push(
        line.send(nextOf(bytes)).then(() => {
          times.push(performance.now() - wanted_at);
          const next = waiting.shift();
          if (next) next(line);
          else free.push(line);
        }),
      );
    }
    await sleep(1);
  }
  await Promise.all(running);
  for (const line of all) line.close();
  times.sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/**
 * Milliseconds of one request after the other on one connection: the median.
 * @param before a request that is sent before each, and not measured
 */
export async function alone(url, bytes, { count, before }) {
  const [line] = await open(url, 1);
  const times = [];
  for (let i = 0; i < count; i++) {
    if (before) await line.send(before);
    const began = performance.now();
    await line.send(bytes);
    times.push(performance.now() - began);
  }
  line.close();
  times.sort((a, b) => a - b);
  return quantile(times, 0.5);
}

const nextOf = (bytes) => (typeof bytes === "function" ? bytes() : bytes);

function open(url, count) {
  const urls = [url].flat().map((one) => new URL(one));
  return Promise.all(
    Array.from({ length: count }, (_, i) => {
      const { hostname, port } = urls[i % urls.length];
      return openOne(hostname, Number(port));
    }),
  );
}

/** The headers of answers are never longer. Their bodies are not read. */
const HEAD_MAXIMUM = 1024;

function openOne(hostname, port) {
  const socket = connect({ host: hostname, port, noDelay: true });
  let left = -1;
  let head = "";
  let answered;
  let failed;
  socket.on("data", (piece) => {
    if (left < 0) {
      const known = head.length;
      head += piece.toString("latin1", 0, HEAD_MAXIMUM);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      if (!head.startsWith("HTTP/1.1 200")) failed(new Error(head.slice(0, 500)));
      left = Number(/content-length: (\d+)/i.exec(head)[1]) - (known + piece.length - end - 4);
      head = "";
    } else left -= piece.length;
    if (left > 0) return;
    left = -1;
    answered();
  });
  socket.on("error", (error) => failed?.(error));
  return new Promise((done) => {
    socket.once("connect", () =>
      done({
        send: (bytes) =>
          new Promise((resolve, reject) => {
            answered = resolve;
            failed = reject;
            socket.write(bytes);
          }),
        close: () => socket.destroy(),
      }),
    );
  });
}
