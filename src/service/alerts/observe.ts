/** Checks evaluations, and sends notifications when values get worse and when that is over. */

import type { Kysely } from "kysely";
import { ALERTS_MAXIMUM, RECEIVERS_MAXIMUM } from "../../contract/limits.ts";
import type { Output } from "../../contract/types.ts";
import type { Clock } from "../clock.ts";
import type { Ids } from "../ids.ts";
import type { JobWorker } from "../jobs/jobs.ts";
import type { Jobs } from "../jobs/promised.ts";
import { prepared } from "../store/prepared.ts";
import type { Database, Row } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { notify, sendEvent } from "../webhooks/outbox.ts";
import { createYielder } from "../yield.ts";
import { fieldsOf, messageFor, type Notice } from "./messages.ts";
import { type Evaluated, meets, valueFrom } from "./value.ts";

type Outbox = Jobs & Clock & Ids;
type Definition = Output<"AlertCreate">;

interface Subject {
  readonly organization_id: string;
  readonly agent_id: number;
  readonly source: "observability" | "simulation";
  /** `call <id>` or `result <id>`. */
  readonly subject: string;
  /** Computed only if the organization has alerts. */
  readonly evaluated: () => Evaluated;
}

const selectAlerts = prepared((db, { organization_id }: Pick<Subject, "organization_id">) =>
  db
    .selectFrom("alert")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .orderBy("id")
    .limit(ALERTS_MAXIMUM),
);

/**
 * Counts an evaluation if it meets the condition of an alert. A repeated evaluation replaces the earlier one.
 */
export async function observe(
  transaction: Kysely<Database>,
  service: Outbox,
  { organization_id, agent_id, source, subject, evaluated }: Subject,
): Promise<void> {
  const alerts = await selectAlerts(transaction, { organization_id });
  if (alerts.length === 0) return;
  const subject_values = evaluated();
  const pause = createYielder();
  for (const alert of alerts) {
    await pause();
    const definition: Definition = JSON.parse(alert.record);
    if (!definition.is_enabled || !appliesTo(definition, agent_id, source)) continue;
    const value = valueFrom(definition, subject_values);
    await transaction
      .deleteFrom("alert_event")
      .where("alert_id", "=", alert.id)
      .where("subject", "=", subject)
      .execute();
    if (value === undefined || !meets(value, definition)) continue;
    const at = service.now().toISOString();
    const last = { subject, value: String(value) };
    await transaction
      .insertInto("alert_event")
      .values({ alert_id: alert.id, ...last, at })
      .execute();
    await settle(transaction, service, alert, definition, last);
  }
}

const appliesTo = (
  { applies_to_all_agents, agent_ids, source_scope }: Definition,
  agent_id: number,
  source: Subject["source"],
) =>
  (source_scope === "all" || source_scope === source) &&
  (applies_to_all_agents || Boolean(agent_ids?.includes(agent_id)));

/** How many values within the interval end an alert. It is lower than `min_events`, so that an alert does not flap. */
export const clearEventsOf = ({
  clear_events,
  min_events,
}: Pick<Definition, "clear_events" | "min_events">) =>
  Math.min(clear_events ?? Math.floor(min_events / 2), min_events - 1);

/** Begins or ends an alert according to the current values in its interval. */
async function settle(
  transaction: Kysely<Database>,
  service: Outbox,
  alert: Row<"alert">,
  definition: Definition,
  last?: Notice["last"],
): Promise<void> {
  const now = service.now();
  const since = new Date(now.getTime() - definition.threshold_time_interval * 1000).toISOString();
  await transaction
    .deleteFrom("alert_event")
    .where("alert_id", "=", alert.id)
    .where("at", "<=", since)
    .execute();
  const { count } = await transaction
    .selectFrom("alert_event")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("alert_id", "=", alert.id)
    .executeTakeFirstOrThrow();
  const occurrences = Number(count);
  const at = now.toISOString();
  if (alert.in_alert === 0 && occurrences >= definition.min_events) {
    await transaction
      .updateTable("alert")
      .set((row) => ({ in_alert: 1, last_triggered_at: at, trigger_count: row("trigger_count", "+", 1) }))
      .where("id", "=", alert.id)
      .execute();
    await tell(transaction, service, alert, {
      alert,
      definition,
      state: "triggered",
      occurrences,
      at,
      ...(last && { last }),
    });
    await promiseCheck(transaction, service, alert, definition);
  } else if (alert.in_alert === 1 && occurrences <= clearEventsOf(definition)) {
    await transaction.updateTable("alert").set({ in_alert: 0 }).where("id", "=", alert.id).execute();
    await tell(transaction, service, alert, { alert, definition, state: "resolved", occurrences, at });
  }
}

async function tell(
  transaction: Kysely<Database>,
  service: Outbox,
  { organization_id }: Row<"alert">,
  notice: Notice,
): Promise<void> {
  const event = `alert_${notice.state}` as const;
  await sendEvent(transaction, service, { organization_id, event, fields: () => fieldsOf(notice) });
  // Alerts that were stored before there was a limit may have more.
  const channels = notice.definition.notification_channels.slice(0, RECEIVERS_MAXIMUM);
  const notifications = channels.flatMap((channel) => messageFor(channel, notice) ?? []);
  await notify(transaction, service, { organization_id, event }, notifications);
}

/**
 * An alert is over when enough values have left its interval. Schedules a check for the time when that may be
 * so.
 */
async function promiseCheck(
  transaction: Kysely<Database>,
  { jobs }: Outbox,
  { id }: Row<"alert">,
  definition: Definition,
): Promise<void> {
  const due_at = await clearsAt(transaction, id, definition);
  if (due_at) await jobs.add(transaction, [{ kind: "check_alert", payload: { alert_id: id }, due_at }]);
}

/** When at most `clear_events` values will be left if none are added. Undefined if that is already so. */
async function clearsAt(
  db: Kysely<Database>,
  alert_id: string,
  definition: Definition,
): Promise<Date | undefined> {
  const leaving = await db
    .selectFrom("alert_event")
    .select("at")
    .where("alert_id", "=", alert_id)
    .orderBy("at", "desc")
    .orderBy("subject")
    .limit(1)
    .offset(clearEventsOf(definition))
    .executeTakeFirst();
  return leaving && new Date(Date.parse(leaving.at) + definition.threshold_time_interval * 1000);
}

export const checkAlert: JobWorker<"check_alert", Store & Clock & Ids & Jobs> = {
  concurrency: 4,
  async run({ alert_id }, service) {
    const select = (db: Kysely<Database>) =>
      db
        .selectFrom("alert")
        .selectAll()
        .where("id", "=", alert_id)
        .where("in_alert", "=", 1)
        .executeTakeFirst();
    const evaluated = await select(service.db);
    if (!evaluated) return {};
    const again_at = await clearsAt(service.db, alert_id, JSON.parse(evaluated.record));
    if (again_at && again_at.getTime() > service.now().getTime()) return { again_at, uncounted: true };
    return {
      async commit(transaction) {
        const alert = await select(transaction);
        if (alert) await settleAgain(transaction, service, alert);
      },
    };
  },
};

/** Settles again after a change of the definition, or after some time. */
export async function settleAgain(
  transaction: Kysely<Database>,
  service: Outbox,
  alert: Row<"alert">,
): Promise<void> {
  const definition: Definition = JSON.parse(alert.record);
  await settle(transaction, service, alert, definition);
  const after = await transaction
    .selectFrom("alert")
    .selectAll()
    .where("id", "=", alert.id)
    .where("in_alert", "=", 1)
    .executeTakeFirst();
  // More values have arrived in the meantime.
  if (after && alert.in_alert === 1) await promiseCheck(transaction, service, after, definition);
}
