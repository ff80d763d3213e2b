import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();
const path = (agent_id: number | string) => `/v1/custom-metrics-by-agent/${agent_id}`;

describe("E1 GET /v1/custom-metrics-by-agent/{agent_id}", () => {
  test("answers the metrics of that agent, and no others", async () => {
    const { agent_id } = await makeAgent(acme);
    const other = await makeAgent(acme);
    const metric = await makeMetric(acme, { name: "Ours", agent_ids: [agent_id], tags: ["core"] });
    await makeMetric(acme, { name: "Theirs", agent_ids: [other.agent_id] });
    await makeMetric(acme, { name: "Nobody's" });

    const reply = await acme("GET", path(agent_id));
    expectAnswer("list_custom_metrics_by_agent", reply);
    expect(reply.body).toEqual({
      metrics: [metric],
      total_count: 1,
      page: 1,
      page_size: 1,
      items_in_page: 1,
      total_pages: 1,
    });
  });

  test("returns more metrics on one page than E8 allows", async () => {
    const { agent_id } = await makeAgent(acme);
    const names = Array.from({ length: 51 }, (_, index) => `Metric ${index}`);
    await Promise.all(names.map((name) => makeMetric(acme, { name, agent_ids: [agent_id] })));

    const { body } = await acme("GET", path(agent_id));
    expect(body).toMatchObject({
      total_count: 51,
      page: 1,
      page_size: 51,
      items_in_page: 51,
      total_pages: 1,
    });
    expect(new Set(body.metrics.map((metric: { name: string }) => metric.name))).toEqual(new Set(names));
  });

  test("answers no pages for an agent without metrics", async () => {
    const { agent_id } = await makeAgent(acme);
    const { body } = await acme("GET", path(agent_id));
    expect(body).toEqual({
      metrics: [],
      total_count: 0,
      page: 1,
      page_size: 0,
      items_in_page: 0,
      total_pages: 0,
    });
  });

  test("answers 404 for an agent that does not exist or is another organization's", async () => {
    expectRefusal(await acme("GET", path(999)), 404, /agent 999 not found/);
    expectRefusal(await rival("GET", path(101)), 404, /agent 101 not found/);
  });

  test.each(["abc", "1.5", "99999999999999999999"])("answers 422 for the agent_id %s", async (agent_id) => {
    expectFault(await acme("GET", path(agent_id)), ["path", "agent_id"], "int_type");
  });
});
