// A separate process that asks for /healthz of each service every 20 ms, whether or not earlier requests were
// answered: each moment counts, not each answer. Replies to a message with its measurements for each service.
import http from "node:http";

const EVERY_MS = 20;
const watched = process.argv.slice(2).map((url) => ({
  url: `${url}/healthz`,
  agent: new http.Agent({ keepAlive: true }),
  times: [],
  failed: 0,
}));

const ask = ({ url, agent }) =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent, timeout: 30_000 }, (response) => {
      response.resume();
      response.on("end", () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`)),
      );
    });
    request.on("error", reject).on("timeout", () => request.destroy(new Error("no answer in 30 s")));
  });

const seen = ({ times, failed }) => {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { count: times.length, failed, p50: at(0.5), p99: at(0.99), p999: at(0.999), max: at(1) };
};

let isPaused = false;
process.on("message", (message) => {
  if (message === "tell") process.send(watched.map(seen));
  else isPaused = message === "pause";
});
process.on("disconnect", () => process.exit());

setInterval(() => {
  for (const one of isPaused ? [] : watched) {
    const asked = performance.now();
    ask(one)
      .catch((error) => {
        // The service may close an idle connection at any time.
        if (error.code !== "ECONNRESET") one.failed++;
      })
      .finally(() => one.times.push(performance.now() - asked));
  }
}, EVERY_MS);
