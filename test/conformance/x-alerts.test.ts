import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { expectAnswer, expectFault, expectRefusal } from "../support/expect.ts";
import { useService } from "../support/service.ts";

const { acme, rival } = useService();

const slow = {
  name: "Slow answers",
  entity_type: "standard_metric",
  entity_field: "avg_agent_latency",
  operator: "greater_than",
  comparison_value: "3",
};
const create = (body: object, calls = acme) => calls("POST", "/v1/create-alert", body);

describe("alerts", () => {
  test("are made with the published defaults, listed, changed and deleted", async () => {
    const made = await create(slow);
    expectAnswer("create_alert", made);
    expect(made.body).toEqual({
      ...slow,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organization_id: expect.any(String),
      description: null,
      is_enabled: true,
      notification_channels: [],
      last_triggered_at: null,
      trigger_count: 0,
      created_by: expect.any(String),
      applies_to_all_agents: true,
      agents: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: null,
      threshold_time_interval: 600,
      min_events: 10,
      clear_events: 5,
      in_alert: false,
      source_scope: "all",
      unused_fields: [],
      unused_channels: [],
    });
    const { id } = made.body;
    const notification_channels = [
      { type: "slack", target: "https://hooks.slack.example/T0" },
      { type: "email", target: "ops@acme.example" },
    ];
    const changed = await acme("PUT", `/v1/update-alert/${id}`, {
      min_events: 3,
      is_enabled: false,
      agent_ids: [101],
      applies_to_all_agents: false,
      notification_channels,
    });
    expectAnswer("update_alert", changed);
    expect(changed.body).toEqual({
      ...made.body,
      min_events: 3,
      clear_events: 1,
      is_enabled: false,
      agents: [101],
      applies_to_all_agents: false,
      notification_channels,
      unused_channels: ["email"],
      updated_at: expect.stringMatching(/Z$/),
    });
    const listed = await acme("GET", "/v1/alerts");
    expectAnswer("list_alerts", listed);
    expect(listed.body).toEqual({ alerts: [changed.body], total: 1 });
    expect((await rival("GET", "/v1/alerts")).body.total).toBe(0);
    const deleted = await acme("DELETE", `/v1/alert/${id}`);
    expectAnswer("delete_alert", deleted);
    expect(deleted.body.deleted_alert_id).toBe(id);
    expectRefusal(await acme("DELETE", `/v1/alert/${id}`), 404, /alert .* not found/);
  });

  test("that make no sense are refused", async () => {
    expectRefusal(await create({ ...slow, comparison_value: "slow" }), 400, /needs a number/);
    const channel = { type: "slack", target: "T0/B0" };
    expectRefusal(
      await create({ ...slow, notification_channels: [channel] }),
      400,
      /must be an http or https URL/,
    );
    expectFault(await create({ ...slow, min_events: 0 }), ["body", "min_events"], "greater_than_equal");
    expectFault(await create({ ...slow, name: undefined }), ["body", "name"], "missing");
  });

  test("keep a comparison that is not known here, and say that it is not used", async () => {
    const { status, body } = await create({ ...slow, operator: "above" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ operator: "above", unused_fields: ["operator"] });
  });

  test("of others, and on agents of others, do not exist", async () => {
    expectRefusal(await create({ ...slow, agent_ids: [202] }), 404, /agent 202 not found/);
    const { body } = await create(slow, rival);
    for (const id of [body.id, randomUUID()]) {
      expectRefusal(await acme("PUT", `/v1/update-alert/${id}`, { min_events: 1 }), 404, /alert/);
      expectRefusal(await acme("DELETE", `/v1/alert/${id}`), 404, /alert/);
    }
  });
});

test("alerts have a limited number of receivers, and texts of a limited length", async () => {
  const receivers = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ type: "webhook", target: `https://a.example/${at}` }));
  expect((await create({ ...slow, notification_channels: receivers(20) })).status).toBe(200);
  expectFault(
    await create({ ...slow, notification_channels: receivers(21) }),
    ["body", "notification_channels"],
    "list_too_long",
  );
  const { body } = await create(slow);
  const changed = await acme("PUT", `/v1/update-alert/${body.id}`, {
    notification_channels: receivers(21),
  });
  expect(changed.status).toBe(422);
  for (const field of ["name", "description", "entity_field", "comparison_value"]) {
    expect((await create({ ...slow, [field]: "x".repeat(10_000) })).status, field).not.toBe(422);
    expectFault(await create({ ...slow, [field]: "x".repeat(10_001) }), ["body", field], "string_too_long");
  }
});
