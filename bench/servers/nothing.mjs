/**
 * Reads requests and answers with a fixed string, and does nothing else. `GET /bench` says when it was busy.
 */
import { createServer } from "node:http";

const AGENTS = JSON.stringify([
  { id: 101, name: "Front desk", mode: "TEXT", type: "INBOUND", created_at: "2026-01-01T00:00:00Z" },
]);
const NONE = '{"digital_humans":[],"total":0,"simulation_id":1}';
const MADE = '{"digital_human":{"id":1},"simulation_ids":[1],"simulation_id":1}';
const TAKEN = '{"status":"success","call_id":"00000000-0000-4000-8000-000000000000","message":"taken"}';

let first;
let last;
let posts = 0;

const server = createServer((request, response) => {
  if (request.url === "/bench") {
    response.end(JSON.stringify({ posts, milliseconds: last - first }));
    posts = 0;
    first = undefined;
    return;
  }
  if (request.method === "POST") first ??= performance.now();
  request.on("data", () => undefined);
  request.on("end", () => {
    response.setHeader("content-type", "application/json");
    response.end(answerTo(request));
    if (request.method !== "POST") return;
    posts++;
    last = performance.now();
  });
});

function answerTo({ method, url }) {
  if (url === "/v1/evaluate" || method === "PUT") return TAKEN;
  if (method === "POST") return MADE;
  return url === "/v1/all-agents" ? AGENTS : NONE;
}

server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
