/** Changes of custom metrics, and of several at once. */
import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();
const stored = async (id: string) => (await acme("GET", `/v1/custom-metric/${id}`)).body;

describe("PUT /v1/update-custom-metric/{metric_id}", () => {
  const update = (id: string, body: object, calls = acme) =>
    calls("PUT", `/v1/update-custom-metric/${id}`, body);

  test("changes the named fields; null clears optional fields, and the rest stays", async () => {
    const { agent_id } = await makeAgent(acme);
    const before = await makeMetric(acme, { category: "tone", tags: ["a"], temperature: 0.2 });
    const reply = await update(before.id, {
      ...{
        name: "Politeness",
        description: null,
        category: null,
        agent_ids: [agent_id, agent_id],
        tags: ["b"],
      },
    });
    expectAnswer("update_custom_metric", reply);
    expect(reply.body).toEqual({
      ...{ ...before, name: "Politeness", category: null, agent_ids: [agent_id], tags: ["b"] },
    });
    expect(await stored(before.id)).toEqual(reply.body);
    expect((await update(before.id, { agent_ids: null, tags: null })).body).toEqual(reply.body);
    const { body } = await acme("GET", `/v1/custom-metrics-by-agent/${agent_id}`);
    expect(body.metrics).toEqual([reply.body]);
    const other = (await makeAgent(acme)).agent_id;
    const moved = await update(before.id, { agent_id: other });
    expect(moved.body).toEqual({ ...reply.body, agent_ids: [other] });
  });

  test("refuses a change after which the metric could not be evaluated, and keeps it", async () => {
    const metric = await makeMetric(acme, { min_value: 1 });
    expectRefusal(await update(metric.id, { response_type: "enum" }), 400, /needs at least one entry/);
    expectRefusal(await update(metric.id, { max_value: 0 }), 400, /min_value 1 is greater/);
    const rules = { scoring_guidance: "@rules\npass whenever" };
    expectFault(await update(metric.id, rules), ["body", "scoring_guidance"], "rule_error");
    expectRefusal(await update(metric.id, { agent_ids: [202] }), 404, /agent 202 not found/);
    expectRefusal(await update(metric.id, { name: "x" }, rival), 404, /metric .* not found/);
    expect(await stored(metric.id)).toEqual(metric);
  });
});

describe("POST /v1/create-custom-metrics", () => {
  test("creates all, or none if one is refused", async () => {
    const create = (...metrics: object[]) => acme("POST", "/v1/create-custom-metrics", { metrics });
    const count = async () => (await acme("GET", "/v1/custom-metrics")).body.total_count;
    const before = await count();
    const reply = await create(
      { name: "One", response_type: "pass_fail" },
      { name: "Two", response_type: "yes_no", tags: ["x"] },
    );
    expectAnswer("create_custom_metrics", reply);
    expect(reply.body.metrics).toMatchObject([{ name: "One" }, { name: "Two", tags: ["x"] }]);
    const [sound, broken] = [
      { name: "Three", response_type: "pass_fail" },
      { name: "x", response_type: "enum" },
    ];
    expectRefusal(await create(sound, broken), 400, /needs at least one entry/);
    expect(await count()).toBe(before + 2);
  });
});

describe("PUT /v1/update-custom-metrics", () => {
  test("changes the same of all, or of none", async () => {
    const metrics = [await makeMetric(acme), await makeMetric(acme, { tags: ["old"] })];
    const ids = metrics.map(({ id }) => id);
    const update = (metric_ids: string[], calls = acme) =>
      calls("PUT", "/v1/update-custom-metrics", { metric_ids, updates: { tags: ["new"], temperature: 0.5 } });
    const unknown = "5f0c1e2a-8d3b-4c6f-9a7e-1b2c3d4e5f60";
    expectRefusal(await update([...ids, unknown]), 404, /metric 5f0c.* not found/);
    expectRefusal(await update(ids, rival), 404, /not found/);
    const renamed = { metric_ids: ids, updates: { name: "All alike" } };
    expectRefusal(await acme("PUT", "/v1/update-custom-metrics", renamed), 400, /name cannot be changed/);
    expect(await stored(ids[0] ?? "")).toEqual(metrics[0]);
    const reply = await update([...ids, ...ids]);
    expectAnswer("update_custom_metrics", reply);
    expect(reply.body).toEqual({ success: true, message: "2 metrics were changed", updated: 2 });
    for (const metric of metrics)
      expect(await stored(metric.id)).toEqual({ ...metric, tags: ["new"], temperature: 0.5 });
  });
});
