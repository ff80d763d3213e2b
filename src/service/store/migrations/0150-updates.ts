import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema.ts";

/**
 * What is learnt of a call or conversation after it was submitted, and the tags of calls, by which lists are filtered.
 * `revision` counts such changes: an evaluation that has read an older one is made again.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const table of ["call", "simulation_result"])
    await db.schema
      .alterTable(table)
      .addColumn("revision", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  await db.schema
    .createTable("result_update")
    .addColumn("simulation_result_id", "bigint", (column) =>
      column.primaryKey().references("simulation_result.id").onDelete("cascade"),
    )
    .addColumn("fields", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("call_tag")
    .addColumn("call_id", "text", (column) => column.notNull().references("call.id").onDelete("cascade"))
    .addColumn("tag", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("call_tag_key", ["tag", "call_id"])
    .execute();
  await db.schema.createIndex("call_tag_call").on("call_tag").column("call_id").execute();
  await db.schema.createIndex("call_organization").on("call").columns(["organization_id", "seq"]).execute();
  const tagsOfCalls =
    dialect === "postgres"
      ? sql`select distinct call_id, tag #>> '{}'
            from call_submission, jsonb_array_elements(
              case jsonb_typeof(submission::jsonb -> 'tags') when 'array' then submission::jsonb -> 'tags' else '[]' end
            ) as tag where jsonb_typeof(tag) = 'string'`
      : sql`select distinct call_id, tag.value
            from call_submission, json_each(submission, '$.tags') as tag where tag.type = 'text'`;
  await sql`insert into call_tag (call_id, tag) ${tagsOfCalls}`.execute(db);
}
