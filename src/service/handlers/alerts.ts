/** Alerts: notifications when a measured value gets worse. */
import type { Kysely } from "kysely";
import { ALERTS_MAXIMUM } from "../../contract/limits.ts";
import type { Output } from "../../contract/types.ts";
import { ALERT_ENTITIES, ALERT_OPERATORS, ALERT_SCOPES } from "../../contract/values.ts";
import { isUsed } from "../alerts/messages.ts";
import { clearEventsOf, settleAgain } from "../alerts/observe.ts";
import { requireRoom, requireRows } from "../domain/require-rows.ts";
import { badRequest, notFound } from "../errors.ts";
import type { Database, Row } from "../store/schema.ts";
import type { Handlers } from "./handler.ts";

type Definition = Output<"AlertCreate">;

export const alertHandlers = {
  async create_alert({ organization_id, key_id, body }, service) {
    requireSense(body);
    return service.write(async (transaction) => {
      await requireRows(transaction, "agent", organization_id, body.agent_ids ?? []);
      await requireRoom(transaction, "alert", organization_id, ALERTS_MAXIMUM);
      const row = await transaction
        .insertInto("alert")
        .values({
          id: service.newId(),
          organization_id,
          record: JSON.stringify(body),
          in_alert: 0,
          trigger_count: 0,
          created_by: key_id,
          created_at: service.now().toISOString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return show(row);
    });
  },

  async update_alert({ organization_id, params: { alert_id }, body }, service) {
    const named = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== null && value !== undefined),
    );
    return service.write(async (transaction) => {
      const before = await requireAlert(transaction, organization_id, alert_id);
      const definition: Definition = { ...JSON.parse(before.record), ...named };
      requireSense(definition);
      await requireRows(transaction, "agent", organization_id, definition.agent_ids ?? []);
      const isOff = !definition.is_enabled;
      if (isOff || looksElsewhere(named))
        await transaction.deleteFrom("alert_event").where("alert_id", "=", before.id).execute();
      const row = await transaction
        .updateTable("alert")
        .set({
          record: JSON.stringify(definition),
          updated_at: service.now().toISOString(),
          // If an alert is switched off, no notification says that it is over.
          ...(isOff && { in_alert: 0 }),
        })
        .where("id", "=", before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await settleAgain(transaction, service, row);
      return show(await requireAlert(transaction, organization_id, alert_id));
    });
  },

  async delete_alert({ organization_id, params: { alert_id } }, { write }) {
    return write(async (transaction) => {
      const { id } = await requireAlert(transaction, organization_id, alert_id);
      await transaction.deleteFrom("alert").where("id", "=", id).execute();
      return { message: `alert ${id} was deleted`, deleted_alert_id: id };
    });
  },

  async list_alerts({ organization_id }, { db }) {
    const rows = await db
      .selectFrom("alert")
      .selectAll()
      .where("organization_id", "=", organization_id)
      .orderBy("created_at")
      .orderBy("id")
      .execute();
    return { alerts: rows.map(show), total: rows.length };
  },

  async list_alert_results({ organization_id, params: { alert_id } }, { db }) {
    const { id } = await requireAlert(db, organization_id, alert_id);
    const rows = await db
      .selectFrom("alert_event")
      .selectAll()
      .where("alert_id", "=", id)
      .orderBy("at", "desc")
      .orderBy("subject")
      .limit(RESULTS_MAXIMUM)
      .execute();
    return { results: rows.map(showResult), total: rows.length };
  },
} satisfies Partial<Handlers>;

const RESULTS_MAXIMUM = 1000;

/** A subject is `call <id>` or `result <id>`. */
function showResult({ subject, value, at }: Row<"alert_event">) {
  const [kind, id = ""] = subject.split(" ");
  return {
    call_id: kind === "call" ? id : null,
    simulation_result_id: kind === "result" ? Number(id) : null,
    value,
    at,
  };
}

/** Counts under another condition do not apply to this one. */
const looksElsewhere = (named: object) =>
  ["entity_type", "entity_field", "operator", "comparison_value"].some((name) => name in named);

const ORDERING = ["greater_than", "less_than", "greater_than_or_equal", "less_than_or_equal"];

function requireSense({ operator, comparison_value, notification_channels }: Definition): void {
  const isNumber = comparison_value.trim() !== "" && !Number.isNaN(Number(comparison_value));
  if (ORDERING.includes(operator) && !isNumber)
    throw badRequest(`operator ${operator} needs a number to compare with, not "${comparison_value}"`);
  for (const { type, target } of notification_channels)
    if (["webhook", "slack"].includes(type.toLowerCase()) && !isHttpUrl(target))
      throw badRequest(`the target of a ${type} channel must be an http or https URL`);
}

const isHttpUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

async function requireAlert(db: Kysely<Database>, organization_id: string, alert_id: string) {
  const row = await db
    .selectFrom("alert")
    .selectAll()
    .where("id", "=", alert_id.toLowerCase())
    .where("organization_id", "=", organization_id)
    .executeTakeFirst();
  if (!row) throw notFound("alert", alert_id);
  return row;
}

/** Other values are stored, and the alert says that they are not used. */
const KNOWN: Readonly<Record<"entity_type" | "operator" | "source_scope", readonly string[]>> = {
  entity_type: ALERT_ENTITIES,
  operator: ALERT_OPERATORS,
  source_scope: ALERT_SCOPES,
};

function show({ record, in_alert, ...row }: Row<"alert">): Output<"Alert"> {
  const { agent_ids, description = null, ...definition }: Definition = JSON.parse(record);
  return {
    ...row,
    ...definition,
    description,
    agents: agent_ids ?? null,
    clear_events: clearEventsOf(definition),
    in_alert: in_alert === 1,
    unused_fields: (["entity_type", "operator", "source_scope"] as const).filter(
      (field) => !KNOWN[field].includes(definition[field]),
    ),
    unused_channels: definition.notification_channels
      .filter((notification_channel) => !isUsed(notification_channel))
      .map(({ type }) => type),
  };
}
