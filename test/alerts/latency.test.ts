/** If latency rises, subscribers are notified once, and again when it is over. */
import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { evaluated } from "../support/evaluations.ts";
import { expectAnswer } from "../support/expect.ts";
import { makeAgent, makeMetric } from "../support/make.ts";
import { useReceiver } from "../support/receiver.ts";
import { useService } from "../support/service.ts";

const { acme } = useService();
const receiver = useReceiver();

/** A call of agent 101 that answers after this many milliseconds. */
const call = (latency_ms: number, agent_id = "101") =>
  evaluated(acme, {
    agent_id,
    transcript: [
      { speaker: "USER", utterance: "I need an appointment.", start_offset_ms: 0, end_offset_ms: 1000 },
      {
        speaker: "AGENT",
        utterance: "On which day?",
        start_offset_ms: 1000 + latency_ms,
        end_offset_ms: 2000 + latency_ms,
      },
    ],
  });

const sentTo = (path: string) =>
  receiver
    .requests()
    .filter((one) => one.path === path)
    .map(({ body }) => JSON.parse(body));

test("an alert on latency arrives as a webhook, at Slack and at PagerDuty, once, and is taken back when it is over", async () => {
  await acme("POST", "/v1/webhooks", {
    url: receiver.url("/events"),
    secret: "whsec_alerts",
    events: ["alert_triggered", "alert_resolved"],
  });
  const made = await acme("POST", "/v1/create-alert", {
    name: "Slow <answers>",
    entity_type: "standard_metric",
    entity_field: "avg_agent_latency",
    operator: "greater_than",
    comparison_value: "3",
    min_events: 3,
    threshold_time_interval: 4,
    notification_channels: [
      { type: "webhook", target: receiver.url("/told") },
      { type: "slack", target: receiver.url("/slack/T0SLACK") },
      { type: "pagerduty", target: receiver.url("/pagerduty?routing_key=R0ROUTE") },
    ],
  });
  expect(made.status).toBe(200);
  await Promise.all([call(500), call(1000), call(4000), call(5000)]);
  expect((await acme("GET", "/v1/alerts")).body.alerts).toMatchObject([
    { in_alert: false, trigger_count: 0 },
  ]);
  const { id: call_id } = await call(6000);
  await expect.poll(() => receiver.requests().length).toBe(4);
  const { id } = made.body;
  const summary = "Slow <answers>: avg_agent_latency is above 3 in 3 evaluations within 4 s";
  expect(sentTo("/events")).toMatchObject([
    {
      type: "alert_triggered",
      id,
      state: "triggered",
      summary,
      last_value: "6",
      last_subject: `call ${call_id}`,
    },
  ]);
  const [event] = receiver.requests().filter(({ path }) => path === "/events");
  expect(event?.headers["x-bluejay-signature"]).toBe(
    createHmac("sha256", "whsec_alerts")
      .update(event?.body ?? "")
      .digest("hex"),
  );
  expect(sentTo("/told")).toEqual(sentTo("/events"));
  expect(sentTo("/slack/T0SLACK")).toEqual([
    {
      text: "Alert: Slow &lt;answers&gt;: avg_agent_latency is above 3 in 3 evaluations within 4 s",
      blocks: [
        { type: "section", text: { type: "mrkdwn", text: expect.stringContaining("Slow &lt;answers&gt;") } },
      ],
    },
  ]);
  expect(sentTo("/pagerduty")).toMatchObject([
    {
      routing_key: "R0ROUTE",
      event_action: "trigger",
      dedup_key: `parley-alert-${id}`,
      payload: { summary, source: "parley", severity: "error", custom_details: { id, occurrences: 3 } },
    },
  ]);
  await call(7000);
  expect((await acme("GET", "/v1/alerts")).body.alerts).toMatchObject([{ in_alert: true, trigger_count: 1 }]);
  await expect.poll(() => sentTo("/told").map(({ state }) => state)).toEqual(["triggered", "resolved"]);
  await expect
    .poll(() => sentTo("/pagerduty").map(({ event_action }) => event_action))
    .toEqual(["trigger", "resolve"]);
  expect((await acme("GET", "/v1/alerts")).body.alerts).toMatchObject([
    { in_alert: false, trigger_count: 1, last_triggered_at: expect.any(String) },
  ]);
  const { deliveries } = (await acme("GET", "/v1/webhook-deliveries")).body;
  expect(JSON.stringify(deliveries)).not.toMatch(/T0SLACK|R0ROUTE/);
});

test("an alert on a custom metric watches only the agents that it names", async () => {
  receiver.reset();
  const { agent_id } = await makeAgent(acme);
  const metric = await makeMetric(acme, {
    agent_ids: [101, agent_id],
    scoring_guidance: '@rules\npass when agent says "welcome"',
  });
  await acme("POST", "/v1/create-alert", {
    name: "Rude",
    entity_type: "custom_metric",
    entity_field: metric.id,
    operator: "equals",
    comparison_value: "False",
    min_events: 1,
    applies_to_all_agents: false,
    agent_ids: [agent_id],
    source_scope: "observability",
    notification_channels: [{ type: "webhook", target: receiver.url("/rude") }],
  });
  await call(100);
  await call(100, String(agent_id));
  await expect
    .poll(() => sentTo("/rude"))
    .toMatchObject([{ name: "Rude", last_value: "false", occurrences: 1 }]);
});

test("a channel that fails is tried again, and the message arrives", async () => {
  for (const { id } of (await acme("GET", "/v1/webhooks")).body.webhooks)
    await acme("DELETE", `/v1/webhooks/${id}`);
  receiver.reset();
  receiver.answer(503);
  await acme("POST", "/v1/create-alert", {
    name: "Every call",
    entity_type: "standard_metric",
    entity_field: "agent.response_latency.max",
    operator: "greater_than_or_equal",
    comparison_value: "8000",
    min_events: 1,
    notification_channels: [{ type: "slack", target: receiver.url("/flaky") }],
  });
  await call(8000);
  await expect.poll(() => sentTo("/flaky")).toHaveLength(2);
  const [first, second] = sentTo("/flaky");
  expect(first).toEqual(second);
});

test("events that meet an alert's condition are listed, newest first", async () => {
  const { body: alert } = await acme("POST", "/v1/create-alert", {
    name: "Slow",
    entity_type: "standard_metric",
    entity_field: "avg_agent_latency",
    operator: "greater_than",
    comparison_value: "3",
  });
  await call(1000);
  const { id: first } = await call(4000);
  const { id: second } = await call(5000);
  const listed = await acme("GET", `/v1/alerts/${alert.id}/results`);
  expectAnswer("list_alert_results", listed);
  expect(listed.body).toMatchObject({
    results: [
      { call_id: second, simulation_result_id: null, value: "5" },
      { call_id: first, simulation_result_id: null, value: "4" },
    ],
    total: 2,
  });
});
