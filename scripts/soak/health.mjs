// A process of its own that asks /healthz every 10 ms, and times each answer from the moment at which it was due: those
// that could not be asked for while an earlier one was awaited count too. Answers each message with what it has seen.
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const EVERY_MS = 10;
const url = `${process.argv[2]}/healthz`;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const times = [];
let failed = 0;

const ask = () =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent, timeout: 30_000 }, (response) => {
      response.resume();
      response.on("end", () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`)),
      );
    });
    request.on("error", reject).on("timeout", () => request.destroy(new Error("no answer in 30 s")));
  });

process.on("message", () => {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  process.send({ count: times.length, failed, p50: at(0.5), p99: at(0.99), p999: at(0.999), max: at(1) });
});
process.on("disconnect", () => process.exit());

for (let due = performance.now(); ; due += EVERY_MS) {
  const early = due - performance.now();
  if (early > 0) await sleep(early);
  // A timer that fired late is this process's own fault.
  if (early > 0) due = performance.now();
  await ask().catch(() => failed++);
  times.push(performance.now() - due);
}
