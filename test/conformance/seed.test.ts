import { describe, expect, test } from "vitest";
import { acme, METRIC, seedOf, useServices } from "../support/seeds.ts";
import { callsWith } from "../support/service.ts";

const { start, started, stop, newFolder } = useServices();

describe("a seed", () => {
  test("makes agents with their labels and numbered versions", async () => {
    const calls = await started(acme);
    const { body: agents } = await calls("GET", "/v1/all-agents");
    expect(agents).toMatchObject([
      { id: "101", name: "Front desk", agent_description: "Books appointments", mode: "TEXT" },
      { id: "102", name: "Night desk", mode: "VOICE" },
    ]);
    expect(agents[0]).not.toHaveProperty("prompts");
    expect((await calls("GET", "/v1/agents/101/prompts/versions")).body).toMatchObject([
      { version: 2, prompt_text: "You are brief", labels: ["latest", "experiment-b"] },
      { version: 1, prompt_text: "You are kind", commit_message: "first", labels: ["production"] },
    ]);
    expect((await calls("GET", "/v1/agents/101/knowledge-bases/versions")).body).toMatchObject([
      { version: 1, kb_text: "Open 9 to 5", labels: ["production", "latest"] },
    ]);
    expect((await calls("GET", "/v1/agents/101/labels")).body).toMatchObject([
      { label_text: "production" },
      { label_text: "latest" },
      { label_text: "experiment-b", color: "#2f81f7" },
    ]);
  });

  test("keeps the ids that it gives versions and labels, and refuses one that is taken", async () => {
    const [prompt, knowledge_base, label] = [1, 2, 3].map((n) => `5f0c7e0e-0000-4000-8000-00000000000${n}`);
    const agent = {
      name: "Front desk",
      prompts: [{ id: prompt?.toUpperCase(), prompt_text: "Hi" }],
      knowledge_bases: [{ id: knowledge_base, kb_text: "Hours" }],
      labels: [{ id: label, label_text: "canary" }],
    };
    const calls = await started({ name: "acme", api_key: "pk_acme", agents: [{ ...agent, id: 101 }] });
    expect((await calls("GET", `/v1/agents/101/prompts/${prompt}`)).body).toMatchObject({ version: 1 });
    expect((await calls("GET", `/v1/agents/101/knowledge-bases/${knowledge_base}`)).body.version).toBe(1);
    expect((await calls("GET", "/v1/agents/101/labels")).body).toContainEqual(
      expect.objectContaining({ id: label, label_text: "canary" }),
    );
    const twice = { name: "acme", api_key: "pk_acme", agents: [agent, { ...agent, name: "Night desk" }] };
    await expect(started(twice)).rejects.toThrow(/label .*already exists/);
  });

  test("makes metrics, with their ids and times as given", async () => {
    const calls = await started(acme);
    const { body } = await calls("GET", "/v1/custom-metrics");
    expect(body.metrics).toMatchObject([
      { id: METRIC, name: "Greeting", agent_ids: [101], created_at: "2025-03-01T10:00:00.000Z" },
      { name: "Tone", agent_ids: [] },
    ]);
    expect((await calls("GET", `/v1/custom-metric/${METRIC}`)).status).toBe(200);
  });

  test("makes simulations with their digital humans and runs", async () => {
    const calls = await started(acme);
    const { body } = await calls("GET", "/v1/get-all-simulations");
    expect(body.simulations).toMatchObject([
      { id: 7, name: "Smoke", agent_id: 101, digital_human_ids: [501, 502, 503] },
      { id: 8, name: "Full", agent_id: 101, digital_human_ids: [] },
    ]);
    const humans = await calls("GET", "/v1/digital-humans-by-simulation/7");
    expect(humans.body.digital_humans).toMatchObject([
      { id: 501, name: "Refund" },
      { name: "Late" },
      { id: 503 },
    ]);
    const runs = await calls("GET", "/v1/get-simulation-runs/7");
    expect(runs.body.simulation_runs).toMatchObject([
      { id: 900, status: "COMPLETED", tests_passed: 3, tests_failed: 1, total_tests: 4, tests_completed: 4 },
      { id: 901, status: "INITIALIZING", created_at: "2025-03-01T12:00:00.000Z" },
    ]);
  });

  test("makes webhooks", async () => {
    const calls = await started(acme);
    const { body } = await calls("GET", "/v1/webhooks");
    expect(body.total).toBe(2);
    expect(new Set(body.webhooks.map(({ tag }: { tag: string | null }) => tag))).toEqual(
      new Set(["ci", null]),
    );
  });

  test("gives no object the id that it gives to a later one", async () => {
    const calls = await started(
      {
        name: "acme",
        api_key: "pk_acme",
        agents: [{ name: "First" }, { id: 1, name: "Second" }],
        simulations: [
          { name: "A", agent_id: 1, digital_humans: [{ name: "Late" }] },
          { id: 1, name: "B", agent_id: 1, digital_humans: [{ id: 1, name: "Refund" }] },
        ],
      },
      { name: "rival", agents: [{ id: 2, name: "Theirs" }] },
    );
    expect((await calls("GET", "/v1/all-agents")).body).toMatchObject([
      { id: "1", name: "Second" },
      { id: "3", name: "First" },
    ]);
    expect((await calls("GET", "/v1/get-all-simulations")).body.simulations).toMatchObject([
      { id: 1, name: "B", digital_human_ids: [1] },
      { id: 2, name: "A", digital_human_ids: [2] },
    ]);
  });

  test("lets two simulations share a digital human by its id", async () => {
    const digital_humans = [{ id: 501, name: "Refund" }];
    const calls = await started({
      ...acme,
      simulations: [
        { id: 7, name: "Smoke", agent_id: 101, digital_humans },
        { id: 8, name: "Full", agent_id: 101, digital_humans },
      ],
    });
    const { body } = await calls("GET", "/v1/digital-human/501");
    expect(body.simulation_ids).toEqual([7, 8]);
  });
});

describe("the key of an organization", () => {
  test("is made when the seed has none, and known no more at a second loading", async () => {
    const { organizations, url } = await start([seedOf({ name: "acme" }), seedOf({ name: "acme" })]);
    expect(organizations).toEqual([
      { name: "acme", api_key: expect.stringMatching(/^pk_local_[\w-]{32}$/) },
      { name: "acme", api_key: null },
    ]);
    const { status } = await callsWith(url, organizations[0]?.api_key ?? "")("GET", "/v1/all-agents");
    expect(status).toBe(200);
  });

  test("is added to those that the organization has", async () => {
    const keys = ["pk_first", "pk_second"];
    const seeds = keys.map((api_key) => seedOf({ name: "acme", api_key }));
    const { organizations, url } = await start(seeds);
    expect(organizations).toEqual(keys.map((api_key) => ({ name: "acme", api_key })));
    for (const key of keys) expect((await callsWith(url, key)("GET", "/v1/all-agents")).status).toBe(200);
  });
});

test("without a seed, an empty store gets one organization, and its key is shown once", async () => {
  const data = await newFolder();
  const first = await start([], data);
  expect(first.organizations).toEqual([{ name: "local", api_key: expect.stringMatching(/^pk_local_/) }]);
  const key = first.organizations[0]?.api_key ?? "";
  expect((await callsWith(first.url, key)("GET", "/v1/all-agents")).body).toEqual([]);
  await stop();
  const second = await start([], data);
  expect(second.organizations).toEqual([{ name: "local", api_key: null }]);
  expect((await callsWith(second.url, key)("GET", "/v1/all-agents")).status).toBe(200);
});
