/** What `GET /metrics` returns, parsed as Prometheus does. */
import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createMetrics } from "../../src/service/observe/metrics.ts";
import { kindsOf, observeWorkers } from "../../src/service/observe/workers.ts";
import { openStore } from "../../src/service/store/store.ts";
import { workers } from "../../src/service/workers.ts";
import { makeAgent, makeCall } from "../support/make.ts";
import { parseExposition } from "../support/prometheus.ts";
import { useReceiver } from "../support/receiver.ts";
import { useService } from "../support/service.ts";
import { useStore } from "../support/store.ts";

const receiver = useReceiver();
const { url, acme, withKey } = useService();

async function scrape() {
  const response = await fetch(`${url()}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return parseExposition(await response.text());
}

const requests = (route: string, status: number, method = "GET") => ({
  method,
  route,
  status: String(status),
});

test("requests are counted by route, method and status, and timed", async () => {
  await acme("GET", "/v1/agents/101/labels");
  await acme("GET", "/v1/agents/41799/labels");
  await acme("GET", "/v1/agents/41800/labels");
  await withKey(undefined)("GET", "/v1/agents/101/labels");
  const metrics = await scrape();
  const route = "/v1/agents/{agent_id}/labels";
  for (const [status, count] of [
    [200, 1],
    [404, 2],
    [401, 1],
  ] as const)
    expect(metrics.value("parley_http_requests_total", requests(route, status)), `${status}`).toBe(count);
  const seconds = "parley_http_request_duration_seconds";
  expect(metrics.value(`${seconds}_count`, { route })).toBe(4);
  expect(metrics.value(`${seconds}_sum`, { route })).toBeGreaterThan(0);
  const buckets = metrics.samples
    .filter(({ name, labels }) => name === `${seconds}_bucket` && labels["route"] === route)
    .sort((a, b) => bound(a.labels["le"]) - bound(b.labels["le"]))
    .map(({ value }) => value);
  expect(buckets.length).toBeGreaterThan(10);
  expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
  expect(buckets.at(-1)).toBe(4);
});

const bound = (le = "") => (le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le));

test("all other paths count as one route, and no label contains the requested path", async () => {
  for (const path of ["/nowhere/41801", "/v1/agents/41802", "/.env"]) await acme("GET", path);
  await acme("DELETE", "/nowhere/41803");
  const metrics = await scrape();
  expect(metrics.value("parley_http_requests_total", requests("unmatched", 404))).toBe(2);
  expect(metrics.value("parley_http_requests_total", requests("unmatched", 404, "DELETE"))).toBe(1);
  const told = metrics.samples.flatMap(({ labels }) => Object.values(labels)).join("\n");
  expect(told).not.toMatch(/4180|\.env/);
});

test("deliveries are counted by their outcome, jobs by kind and outcome", async () => {
  await acme("POST", "/v1/webhooks", {
    url: receiver.url("/hook"),
    events: ["observability_call_evaluated"],
  });
  const { agent_id } = await makeAgent(acme);
  receiver.answer(200, 410);
  await makeCall(acme, String(agent_id), "t-1");
  await expect.poll(() => receiver.requests().length).toBe(1);
  await makeCall(acme, String(agent_id), "t-2");
  await expect
    .poll(async () => (await scrape()).value("parley_jobs_total", { kind: "deliver_webhook" }))
    .toBe(2);
  const metrics = await scrape();
  const attempts = (outcome: string) => metrics.value("parley_webhook_attempts_total", { outcome });
  expect([attempts("delivered"), attempts("failed"), attempts("retried")]).toEqual([1, 1, undefined]);
  expect(metrics.value("parley_jobs_total", { kind: "evaluate_call", outcome: "done" })).toBe(2);
  expect(metrics.value("parley_job_duration_seconds_count", { kind: "evaluate_call" })).toBe(2);
  expect(metrics.value("parley_jobs_running", { kind: "evaluate_call" })).toBe(0);
});

test("the process reports its memory, processor, event loop and open files", async () => {
  const { value } = await scrape();
  for (const name of [
    "process_resident_memory_bytes",
    "process_cpu_seconds_total",
    "process_open_fds",
    "nodejs_eventloop_lag_p99_seconds",
    "nodejs_heap_size_used_bytes",
  ])
    expect(value(name), name).toBeGreaterThan(0);
});

const { service, clock } = await useStore();
let stop = async () => {};
afterAll(() => stop());
afterAll(() => service.outbound.close());

test("jobs that wait are counted by kind, with the time since the oldest was due", async () => {
  const metrics = createMetrics(service, kindsOf(workers));
  const later = (seconds: number) => new Date(clock.at.getTime() + seconds * 1000);
  const payload = () => ({ delivery_id: randomUUID() });
  await service.write((transaction) =>
    service.jobs.add(transaction, [
      { kind: "deliver_webhook", payload: payload() },
      { kind: "deliver_webhook", payload: payload(), due_at: later(20) },
      { kind: "deliver_webhook", payload: payload(), due_at: later(3600) },
      { kind: "evaluate_call", payload: { call_id: "1" }, due_at: later(25) },
    ]),
  );
  clock.at = later(30);
  const before = parseExposition(await metrics.text());
  expect(before.value("parley_jobs_waiting", { kind: "deliver_webhook" })).toBe(2);
  expect(before.value("parley_jobs_oldest_seconds", { kind: "deliver_webhook" })).toBe(30);
  expect(before.value("parley_jobs_waiting", { kind: "evaluate_call" })).toBe(1);
  expect(before.value("parley_jobs_oldest_seconds", { kind: "evaluate_call" })).toBe(5);
  expect(before.value("parley_jobs_waiting", { kind: "speak" })).toBe(0);

  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const slow = { ...workers, deliver_webhook: { concurrency: 1, run: () => finished.then(() => ({})) } };
  const idle = { ...slow, evaluate_call: { concurrency: 0, run: workers.evaluate_call.run } };
  stop = service.jobs.start(service, observeWorkers(idle, metrics), (error) => {
    throw error;
  });
  const now = async (name: string) =>
    parseExposition(await metrics.text()).value(name, { kind: "deliver_webhook" });
  await expect.poll(() => now("parley_jobs_running")).toBe(1);
  expect(await now("parley_jobs_waiting")).toBe(1);
  finish();
  await expect.poll(() => now("parley_jobs_oldest_seconds")).toBe(0);
  expect(await now("parley_jobs_waiting")).toBe(0);
});

test("a store that does not answer leaves out the jobs, not the rest", async () => {
  const { db } = await openStore({});
  const metrics = createMetrics({ db, now: () => new Date() }, kindsOf(workers));
  await db.destroy();
  const { value } = parseExposition(await metrics.text());
  expect(value("parley_jobs_waiting", { kind: "speak" })).toBeUndefined();
  expect(value("process_resident_memory_bytes")).toBeGreaterThan(0);
});
