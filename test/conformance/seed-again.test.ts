import { describe, expect, test } from "vitest";
import { acme, frontDesk, seedOf, useServices } from "../support/seeds.ts";
import { type Calls, callsWith } from "../support/service.ts";

const { start, stop, newFolder } = useServices();

/** Everything that the lists of the organization show. */
async function contents(calls: Calls) {
  const get = async (path: string) => (await calls("GET", path)).body;
  const agents: { id: string }[] = await get("/v1/all-agents");
  const { simulations } = await get("/v1/get-all-simulations");
  return {
    agents,
    simulations,
    metrics: await get("/v1/custom-metrics"),
    webhooks: await get("/v1/webhooks"),
    ofAgents: await Promise.all(
      agents.flatMap(({ id }) => [
        get(`/v1/agents/${id}/prompts/versions`),
        get(`/v1/agents/${id}/knowledge-bases/versions`),
        get(`/v1/agents/${id}/labels`),
      ]),
    ),
    ofSimulations: await Promise.all(
      simulations.flatMap(({ id }: { id: number }) => [
        get(`/v1/digital-humans-by-simulation/${id}`),
        get(`/v1/get-simulation-runs/${id}`),
      ]),
    ),
  };
}

describe("a seed that is loaded again", () => {
  test("changes nothing", async () => {
    const data = await newFolder();
    const first = await start([seedOf(acme)], data);
    const before = await contents(callsWith(first.url, "pk_acme"));
    await stop();
    const second = await start([seedOf(acme), seedOf(acme)], data);
    expect(await contents(callsWith(second.url, "pk_acme"))).toEqual(before);
  });

  test("keeps what was changed in the meantime", async () => {
    const data = await newFolder();
    const first = await start([seedOf(acme)], data);
    const calls = callsWith(first.url, "pk_acme");
    await calls("POST", "/v1/update-agent", { agent_id: 101, name: "Renamed" });
    await calls("POST", "/v1/agents/101/prompts/versions", { prompt_text: "third" });
    const { body: versions } = await calls("GET", "/v1/agents/101/prompts/versions?version=2");
    await calls("DELETE", `/v1/agents/101/prompts/${versions[0].id}`);
    await calls("PUT", "/v1/update-digital-human/501", { simulation_ids: [] });
    const before = await contents(calls);
    await stop();
    const second = await start([seedOf(acme)], data);
    expect(await contents(callsWith(second.url, "pk_acme"))).toEqual(before);
  });

  test("adds what is new since the last time", async () => {
    const longer = {
      ...acme,
      agents: [{ ...frontDesk, prompts: [...frontDesk.prompts, { prompt_text: "You are calm" }] }],
      simulations: [
        { id: 7, name: "Smoke", agent_id: 101, digital_humans: [{ name: "Angry" }, {}], runs: [{}] },
      ],
    };
    const service = await start([seedOf(acme), seedOf(longer)]);
    const calls = callsWith(service.url, "pk_acme");
    expect((await calls("GET", "/v1/agents/101/prompts/versions")).body).toMatchObject([
      { version: 3, prompt_text: "You are calm", labels: ["latest"] },
      { version: 2 },
      { version: 1 },
    ]);
    // Without id and name, they cannot be recognized, so such digital humans and runs are not added again.
    const humans = await calls("GET", "/v1/digital-humans-by-simulation/7");
    expect(humans.body.digital_humans.map(({ name }: { name?: string }) => name)).toEqual([
      "Refund",
      "Late",
      undefined,
      "Angry",
    ]);
    expect((await calls("GET", "/v1/get-simulation-runs/7")).body.simulation_runs).toHaveLength(2);
  });
});
