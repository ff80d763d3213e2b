/** When an alert begins and ends, with a clock set by the test. */
import { afterAll, expect, test } from "vitest";
import type { Output } from "../../src/contract/types.ts";
import { observe } from "../../src/service/alerts/observe.ts";
import { alertHandlers } from "../../src/service/handlers/alerts.ts";
import { publishEvaluation } from "../../src/service/published/evaluation.ts";
import { useStore } from "../support/store.ts";

const { service, clock, organizationId } = await useStore();
const { db } = service;
afterAll(() => service.outbound.close());

const BEGIN = Date.parse("2026-03-01T10:00:00.000Z");
const at = (seconds: number) => {
  clock.at = new Date(BEGIN + seconds * 1000);
};

async function alert(fields: object) {
  at(0);
  await db.deleteFrom("alert").execute();
  await db.deleteFrom("webhook_delivery").execute();
  const call = { organization_id: await organizationId(), key_id: "k", query: {}, params: {} };
  const body = {
    name: "Slow",
    entity_type: "standard_metric",
    entity_field: "latency",
    operator: "greater_than",
    comparison_value: "3000",
    is_enabled: true,
    applies_to_all_agents: true,
    notification_channels: [{ type: "webhook", target: "http://127.0.0.1:9/told" }],
    source_scope: "all",
    min_events: 4,
    threshold_time_interval: 100,
    ...fields,
  } satisfies Output<"AlertCreate">;
  const { id } = await alertHandlers.create_alert({ ...call, body }, service);
  const change = (changes: object) =>
    alertHandlers.update_alert({ ...call, params: { alert_id: id }, body: changes }, service);
  return { change };
}

/** An evaluation at this time, with this measured value. */
async function measure(seconds: number, value: number, subject = `call ${seconds}`) {
  at(seconds);
  const evaluation = {
    evaluated_at: clock.at.toISOString(),
    counts: { passed: 0, failed: 0, evaluated: 0, not_applicable: 0, not_evaluated: 0, error: 0 },
    verdicts: [],
    metrics: [{ id: "latency", status: "EVALUATED" as const, value }],
  };
  const published = publishEvaluation(
    { id: subject, goal_success: null, goal_reasoning: null },
    evaluation,
    new Map(),
  );
  const organization_id = await organizationId();
  await service.write((transaction) =>
    observe(transaction, service, {
      ...{ organization_id, agent_id: 101, source: "observability", subject },
      evaluated: () => ({ evaluation, published }),
    }),
  );
}

const told = async () =>
  (await db.selectFrom("webhook_delivery").select("body").orderBy("created_at").execute()).map(
    ({ body }) => JSON.parse(body).state,
  );

test("it begins at min_events within the interval, once, and is over only at clear_events", async () => {
  await alert({});
  for (const seconds of [0, 10, 20]) await measure(seconds, 4000);
  expect(await told()).toEqual([]);
  await measure(30, 4000);
  expect(await told()).toEqual(["triggered"]);
  // The first value has left. Three are within the interval: too few to begin an alert, and too many to end
  // one.
  await measure(105, 4000, "call a");
  await measure(106, 4000, "call b");
  await measure(107, 1000);
  expect(await told()).toEqual(["triggered"]);
  // At 206, only one older value is left.
  await measure(206, 4000);
  expect(await told()).toEqual(["triggered", "resolved"]);
  for (const seconds of [207, 208]) await measure(seconds, 4000);
  expect(await told()).toEqual(["triggered", "resolved"]);
  await measure(209, 4000);
  expect(await told()).toEqual(["triggered", "resolved", "triggered"]);
});

test("values that come too slowly never begin it, and neither does the same call evaluated again", async () => {
  await alert({ min_events: 2 });
  for (const seconds of [0, 100, 200, 300]) await measure(seconds, 9000);
  for (const seconds of [310, 320]) await measure(seconds, 9000, "call 300");
  expect(await told()).toEqual([]);
  await measure(330, 9000);
  expect(await told()).toEqual(["triggered"]);
});

test("another condition restarts the count, and an alert that is switched off sends no notification", async () => {
  const { change } = await alert({ min_events: 2 });
  for (const seconds of [0, 1]) await measure(seconds, 4000);
  expect(await told()).toEqual(["triggered"]);
  expect(await change({ comparison_value: "5000" })).toMatchObject({ in_alert: false });
  expect(await told()).toEqual(["triggered", "resolved"]);
  await measure(2, 4000);
  await measure(3, 6000);
  expect(await told()).toEqual(["triggered", "resolved"]);
  await measure(4, 6000);
  expect(await told()).toHaveLength(3);
  expect(await change({ is_enabled: false })).toMatchObject({ in_alert: false });
  for (const seconds of [5, 6, 7]) await measure(seconds, 6000);
  expect(await told()).toHaveLength(3);
});
