import { describe, expect, test } from "vitest";
import { useProgram } from "../support/in-process.ts";
import { useRecorder } from "../support/recorder.ts";

const service = useRecorder();
const parley = useProgram(service);
const ID = "7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60";
const sent = () => service.requests.map(({ method, path, body }) => ({ method, path, body }));

describe("parley alerts", () => {
  test("create sends the published body", async () => {
    service.answer(() => ({ body: { id: ID, name: "Slow" } }));
    const flags = ["--min-events", "5", "--within", "300", "--agent-id", "101", "--notify", "pagerduty=R0"];
    const { code } = await parley([
      "alerts",
      "create",
      "--name",
      "Slow",
      "--when",
      "avg_agent_latency > 3",
      ...flags,
    ]);
    expect(code).toBe(0);
    expect(sent()).toEqual([
      {
        method: "POST",
        path: "/v1/create-alert",
        body: {
          name: "Slow",
          entity_type: "standard_metric",
          entity_field: "avg_agent_latency",
          operator: "greater_than",
          comparison_value: "3",
          min_events: 5,
          threshold_time_interval: 300,
          applies_to_all_agents: false,
          agent_ids: [101],
          notification_channels: [{ type: "pagerduty", target: "R0" }],
        },
      },
    ]);
  });

  test.each([
    ["No long waits != true", "No long waits", "not_equals", "true"],
    ["a>=1.5", "a", "greater_than_or_equal", "1.5"],
    ["mood contains angry", "mood", "contains", "angry"],
    ["mood !contains angry = sad", "mood", "not_contains", "angry = sad"],
  ])("reads --when %j", async (when, entity_field, operator, comparison_value) => {
    service.answer(() => ({ body: { id: ID } }));
    await parley(["alerts", "update", ID, "--when", when]);
    expect(sent()).toEqual([
      {
        method: "PUT",
        path: `/v1/update-alert/${ID}`,
        body: { entity_field, operator, comparison_value },
      },
    ]);
  });

  test.each([
    [["create", "--when", "a > 1"], "an alert needs a name"],
    [["create", "--name", "A"], "an alert needs a condition"],
    [["create", "--name", "A", "--when", "slow"], "must be a field, one of"],
    [["update", ID], "nothing to change"],
    [["update", ID, "--enable", "--disable"], "cannot be used together"],
  ])("%j sends nothing", async (args, why) => {
    const { code, stderr } = await parley(["alerts", ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(why);
    expect(sent()).toEqual([]);
  });

  test("list shows which are on", async () => {
    const alert = {
      id: ID,
      name: "Slow",
      entity_field: "a",
      operator: "greater_than",
      comparison_value: "3",
    };
    const more = { min_events: 5, threshold_time_interval: 600, in_alert: true, is_enabled: true };
    const notification_channels = [{ type: "slack", target: "https://hooks.slack.com/services/T0" }];
    service.answer(() => ({ body: { alerts: [{ ...alert, ...more, notification_channels }], total: 1 } }));
    const { stdout } = await parley(["alerts", "list"]);
    expect(stdout).toContain("Slow\ta\tgreater_than\t3\t5 in 600 s\tALERT");
    expect(stdout).not.toContain("hooks.slack.com");
  });
});
