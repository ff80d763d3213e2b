/** Services that start with seeds of the test, and start again on the same data. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { Seed } from "../../src/contract/schemas/index.ts";
import type { Input } from "../../src/contract/types.ts";
import { type RunningService, serve } from "../../src/service/server.ts";
import { callsWith } from "./service.ts";

export type Organization = Input<"Seed">["organizations"][number];

export const METRIC = "5f0c0000-0000-4000-8000-000000000001";

export const frontDesk = {
  id: 101,
  name: "Front desk",
  agent_description: "Books appointments",
  mode: "TEXT",
  http_webhook: "http://127.0.0.1:9099/agent",
  prompts: [
    { prompt_text: "You are kind", commit_message: "first", labels: ["production"] },
    { prompt_text: "You are brief", labels: ["experiment-b"] },
  ],
  knowledge_bases: [{ kb_text: "Open 9 to 5", labels: ["production"] }],
  labels: [{ label_text: "experiment-b", color: "#2f81f7" }],
} satisfies NonNullable<Organization["agents"]>[number];

/** A simulation with a run that has ended. */
export const smoke = {
  id: 7,
  name: "Smoke",
  agent_id: 101,
  opening_patience_ms: 0,
  digital_humans: [{ id: 501, name: "Refund" }, { name: "Late" }, {}],
  runs: [
    { id: 900, status: "COMPLETED", tests_passed: 3, tests_failed: 1, total_tests: 4, tests_completed: 4 },
  ],
} satisfies NonNullable<Organization["simulations"]>[number];

/** An organization with some of everything. */
export const acme = {
  name: "acme",
  api_key: "pk_acme",
  agents: [frontDesk, { name: "Night desk" }],
  metrics: [
    {
      id: METRIC.toUpperCase(),
      name: "Greeting",
      response_type: "pass_fail",
      agent_ids: [101],
      created_at: "2025-03-01T12:00:00+02:00",
    },
    { name: "Tone", response_type: "qualitative" },
  ],
  simulations: [
    { ...smoke, runs: [...smoke.runs, { created_at: "2025-03-01T12:00:00" }] },
    { name: "Full", agent_id: 101 },
  ],
  webhooks: [
    { tag: "ci", url: "http://127.0.0.1:9099/hook", secret: "whsec_ci" },
    { url: "http://127.0.0.1:9099/hook" },
  ],
} satisfies Organization;

export const seedOf = (...organizations: Organization[]) => Seed.parse({ kind: "Seed", organizations });

/** Starts services. After each test, stops them and removes their folders. */
export function useServices() {
  const running = new Set<RunningService>();
  const folders: string[] = [];

  async function stop(): Promise<void> {
    const services = [...running];
    running.clear();
    await Promise.all(services.map((service) => service.close()));
  }

  afterEach(async () => {
    await stop();
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
  });

  async function start(seeds: ReturnType<typeof seedOf>[], data?: string): Promise<RunningService> {
    const report = (error: unknown) => {
      throw error;
    };
    const service = await serve({ host: "127.0.0.1", port: 0, seeds, report, ...(data && { data }) });
    running.add(service);
    return service;
  }

  return {
    start,
    /** Stops all running services, so that another can start on their data. */
    stop,
    /** A service with these organizations, called with the key `pk_acme`. */
    async started(...organizations: Organization[]) {
      const service = await start([seedOf(...organizations)]);
      return callsWith(service.url, "pk_acme");
    },
    async newFolder(): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), "parley-seed-"));
      folders.push(folder);
      return folder;
    },
  };
}

/** One organization with a text agent, and a webhook at which nothing answers. */
export const DESK_SEED = {
  kind: "Seed",
  organizations: [
    {
      name: "acme",
      api_key: "pk_test_acme",
      agents: [{ id: 101, name: "Front desk", mode: "TEXT" }],
      webhooks: [{ url: "http://127.0.0.1:1/hook", secret: "whsec_test" }],
    },
  ],
};
