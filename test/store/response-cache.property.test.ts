import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { listening } from "../support/listening.ts";
import type { Calls } from "../support/service.ts";
import { useStore } from "../support/store.ts";

const { service } = await useStore();
const keeping = await listening(service);
/** The same store with a service that keeps no answers. */
const forgetful = await listening({ ...service, revisionOf: async () => undefined });

const AGENT = "/v1/agents/101";
const LISTS = [
  "/v1/all-agents",
  "/v1/custom-metrics",
  "/v1/custom-metrics?agent_id=101&page_size=2",
  "/v1/custom-metrics-by-agent/101",
  "/v1/digital-humans-by-simulation/1",
  "/v1/get-all-simulations",
  "/v1/get-simulation-runs/1",
  `${AGENT}/labels`,
  `${AGENT}/prompts/versions`,
  `${AGENT}/prompts/versions?label=a`,
  `${AGENT}/knowledge-bases/versions?limit=2`,
];

/** Changes of everything in a list. `n` selects what is changed and how. Nonexistent objects are refused. */
const CHANGES: ((n: number) => Parameters<Calls>)[] = [
  (n) => ["POST", "/v1/add-agent", { name: `Agent ${n}`, mode: "TEXT" }],
  (n) => ["POST", "/v1/update-agent", { agent_id: 101, name: `Front desk ${n}` }],
  (n) => ["POST", "/v1/create-digital-human", { digital_human: { name: `${n}` }, simulation_ids: [1] }],
  (n) => ["PUT", `/v1/update-digital-human/${n}`, { name: `Renamed ${n}` }],
  (n) => ["PUT", `/v1/update-digital-human/${n}`, { simulation_ids: n % 2 ? [] : [1] }],
  (n) => [
    "POST",
    "/v1/create-simulation",
    { name: `Simulation ${n}`, agent_id: 101, digital_human_ids: [n] },
  ],
  (n) => ["POST", "/v1/queue-http-text-simulation-run", { simulation_id: 1, digital_human_ids: [n] }],
  (n) => ["POST", "/v1/create-custom-metric", { name: `${n}`, response_type: "pass_fail", agent_ids: [101] }],
  (n) => ["POST", `${AGENT}/prompts/versions`, { prompt_text: `Prompt ${n}` }],
  (n) => ["POST", `${AGENT}/knowledge-bases/versions`, { kb_text: `Text ${n}`, labels: [`l${n}`] }],
  (n) => ["POST", `${AGENT}/prompts/versions/${n}/labels`, { labels: ["a"], override_label: true }],
  (n) => ["DELETE", `${AGENT}/prompts/versions/${n}/labels`, { labels: [] }],
  (n) => ["DELETE", `${AGENT}/knowledge-bases/versions/${n}`],
  (n) => ["POST", `${AGENT}/labels`, { label_text: `free ${n}` }],
];

beforeAll(async () => {
  await forgetful("POST", "/v1/create-simulation", { name: "Smoke", agent_id: 101 });
  for (let n = 1; n <= 3; n++) {
    await forgetful("POST", "/v1/create-digital-human", { digital_human: {}, simulation_ids: [1] });
    await forgetful("POST", `${AGENT}/prompts/versions`, { prompt_text: `Prompt ${n}` });
  }
});

const change = fc.tuple(fc.constantFrom(...CHANGES), fc.nat({ max: 8 }), fc.boolean());

test("after every change, each list equals that of a service without a response cache", async () => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      for (const [make, n, amid] of changes) {
        // Lists requested during the change may show either state, but must not be cached as the later one.
        const asked = amid ? LISTS.map((path) => keeping("GET", path)) : [];
        const [{ status }] = await Promise.all([keeping(...make(n)), ...asked]);
        statuses.add(status);
        for (const path of LISTS) {
          const expected = await forgetful("GET", path);
          expect((await keeping("GET", path)).body, path).toEqual(expected.body);
        }
      }
    }),
    { numRuns: 8 },
  );
  expect([...statuses]).toContain(200);
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
});

test("deleted metrics are gone from every list at once", async () => {
  const { body } = await keeping("GET", "/v1/custom-metrics");
  const metrics: { id: string }[] = body.metrics;
  for (const { id } of metrics) {
    await keeping("DELETE", `/v1/custom-metric/${id}`);
    const left = (await keeping("GET", "/v1/custom-metrics-by-agent/101")).body.metrics;
    expect(left.map((metric: { id: string }) => metric.id)).not.toContain(id);
  }
});
