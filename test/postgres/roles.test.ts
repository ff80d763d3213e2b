/**
 * One process that answers requests and one that works on jobs, over one database: together a whole service.
 */
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { useCli } from "../support/cli.ts";
import { makeAgent, makeCall, runOf } from "../support/make.ts";
import { parseExposition } from "../support/prometheus.ts";
import type { Served } from "../support/served.ts";
import { type Calls, callsWith } from "../support/service.ts";
import { useSharedDatabase } from "../support/shared-database.ts";
import { orderDesk, orderDeskSeed, useTextAgent } from "../support/text-agent.ts";

const CONVERSATIONS = 3;

describe.runIf(process.env["PARLEY_TEST_DATABASE_URL"])("a service in roles", () => {
  const shared = useSharedDatabase(useCli());
  const agent = useTextAgent(orderDesk);
  let api: Served;
  let worker: Served;
  let acme: Calls;

  const scrape = async ({ url }: Served) => parseExposition(await (await fetch(`${url}/metrics`)).text());
  const done = async (service: Served, kind: string) =>
    (await scrape(service)).value("parley_jobs_total", { kind, outcome: "done" }) ?? 0;
  const waiting = async (kind: string) => (await scrape(api)).value("parley_jobs_waiting", { kind });

  beforeAll(async () => {
    api = await shared.start(orderDeskSeed(agent.url(), CONVERSATIONS, 2), "--role", "api");
    acme = callsWith(api.url, "pk_acme");
    agent.service = { url: api.url, key: "pk_acme" };
  });

  test("keeps what the api process promises until there is a worker, and tells that it is there", async () => {
    const heard: (string | undefined)[] = [];
    const listener = new pg.Client({ connectionString: shared.url() });
    await listener.connect();
    listener.on("notification", ({ payload }) => heard.push(payload));
    await listener.query("listen parley_jobs");
    const { agent_id } = await makeAgent(acme);
    const { call_id } = await makeCall(acme, String(agent_id), "t-1");
    await expect.poll(() => heard).toContain("evaluate_call");
    await listener.end();
    expect(await waiting("evaluate_call")).toBe(1);

    worker = await shared.start(orderDeskSeed(agent.url(), CONVERSATIONS, 2), "--role", "worker");
    await expect.poll(() => done(worker, "evaluate_call")).toBe(1);
    await expect.poll(() => waiting("evaluate_call")).toBe(0);
    const log = () => acme("GET", `/v1/retrieve-call-log/${call_id}`);
    await expect.poll(async () => (await log()).body.call_log.status).toBe("COMPLETED");
  });

  test("plays a simulation from its start to its evaluation, every job in the worker", async () => {
    await acme("POST", "/v1/queue-http-text-simulation-run", { simulation_id: 7 });
    await expect.poll(async () => (await runOf(acme, 7))?.status).toBe("COMPLETED");
    expect(await runOf(acme, 7)).toMatchObject({
      total_tests: CONVERSATIONS,
      tests_completed: CONVERSATIONS,
    });
    await expect.poll(() => agent.events.some(({ type }) => type === "simulation_run_ended")).toBe(true);
    await expect.poll(() => done(worker, "evaluate_result")).toBe(CONVERSATIONS);
    const { samples } = await scrape(api);
    expect(samples.filter(({ name }) => name === "parley_jobs_total")).toEqual([]);
  }, 90_000);

  test("answers the API in one process only, and probes in both", async () => {
    for (const { url } of [api, worker])
      for (const path of ["/healthz", "/readyz", "/metrics"])
        expect((await fetch(url + path)).status, path).toBe(200);
    const at_worker = callsWith(worker.url, "pk_acme");
    for (const path of ["/v1/all-agents", "/openapi.json"])
      expect(await at_worker("GET", path)).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining("only runs jobs") },
      });
  });

  test("ends with 0 at SIGTERM in both", async () => {
    expect(await Promise.all([api.stop("SIGTERM"), worker.stop("SIGTERM")])).toEqual([0, 0]);
  });
});
