import type { Kysely } from "kysely";

/** Alerts, the values that met their conditions, and deliveries to addresses that no webhook names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("alert")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("organization_id", "text", (column) => column.notNull().references("organization.id"))
    .addColumn("record", "text", (column) => column.notNull())
    .addColumn("in_alert", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("last_triggered_at", "text")
    .addColumn("trigger_count", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("created_by", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text")
    .execute();
  await db.schema.createIndex("alert_organization").on("alert").column("organization_id").execute();
  await db.schema
    .createTable("alert_event")
    .addColumn("alert_id", "text", (column) => column.notNull().references("alert.id").onDelete("cascade"))
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("alert_event_key", ["alert_id", "subject"])
    .execute();
  await db.schema.createIndex("alert_event_time").on("alert_event").columns(["alert_id", "at"]).execute();
  await db.schema.alterTable("webhook_delivery").addColumn("target_url", "text").execute();
}
