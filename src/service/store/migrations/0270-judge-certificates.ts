import type { Kysely } from "kysely";

/** What was measured of a judge: one certificate for each question, model, number of votes and set of labels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("judge_certificate")
    .addColumn("organization_id", "text", (column) => column.notNull().references("organization.id"))
    .addColumn("question_sha256", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("votes", "integer", (column) => column.notNull())
    .addColumn("labels_sha256", "text", (column) => column.notNull())
    .addColumn("record", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("judge_certificate_key", [
      "organization_id",
      "question_sha256",
      "model",
      "votes",
      "labels_sha256",
    ])
    .execute();
}
