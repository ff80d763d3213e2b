import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();
const path = (metric_id: string) => `/v1/custom-metric/${metric_id}`;

describe("E12 DELETE /v1/custom-metric/{metric_id}", () => {
  test("answers the deleted record, with the single agent and the organization", async () => {
    const agents = await acme("GET", "/v1/all-agents");
    const { agent_ids, ...metric } = await makeMetric(acme, {
      name: "Tone",
      response_type: "quantitative",
      agent_ids: [101],
      tags: ["core"],
      min_value: 1,
      max_value: 5,
    });

    const reply = await acme("DELETE", path(metric.id));
    expectAnswer("delete_custom_metric", reply);
    expect(reply.body).toEqual({
      ...metric,
      agent_id: 101,
      organization_id: agents.body[0].organization_id,
    });
    expect(reply.body).toMatchObject({ name: "Tone", tags: ["core"], min_value: 1, max_value: 5 });
  });

  test("answers agent_id null when the metric applies to no agent or to several", async () => {
    const other = await makeAgent(acme);
    for (const agent_ids of [[], [101, other.agent_id]]) {
      const { id } = await makeMetric(acme, { agent_ids });
      const { body } = await acme("DELETE", path(id));
      expect(body.agent_id).toBeNull();
    }
  });

  test("removes the metric for good, from the lists too", async () => {
    const { id } = await makeMetric(acme, { agent_ids: [101], tags: ["core"] });
    await acme("DELETE", path(id));
    expectRefusal(await acme("GET", path(id)), 404, new RegExp(`custom metric ${id} not found`));
    expectRefusal(await acme("DELETE", path(id)), 404, /not found/);
    const { body } = await acme("GET", "/v1/custom-metrics?agent_id=101");
    expect(body.metrics.map((metric: { id: string }) => metric.id)).not.toContain(id);
  });

  test("finds the metric by its id in capitals", async () => {
    const { id } = await makeMetric(acme);
    const { status, body } = await acme("DELETE", path(id.toUpperCase()));
    expect(status).toBe(200);
    expect(body.id).toBe(id);
  });

  test("answers 404 for another organization's metric, and leaves it", async () => {
    const { id } = await makeMetric(acme);
    expectRefusal(await rival("DELETE", path(id)), 404, /not found/);
    expect((await acme("GET", path(id))).status).toBe(200);
  });

  test("answers 422 for an id that is not a UUID", async () => {
    expectFault(await acme("DELETE", path("5")), ["path", "metric_id"], "uuid_format");
  });
});
