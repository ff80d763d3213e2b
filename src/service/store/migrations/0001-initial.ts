import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import type { Dialect } from "../schema.ts";

type Table = CreateTableBuilder<string, string>;

/** An integer key that the store assigns and never gives twice. */
const serialKey =
  (dialect: Dialect) =>
  (table: Table, name = "id") =>
    dialect === "postgres"
      ? table.addColumn(name, "bigint", (column) => column.primaryKey().generatedByDefaultAsIdentity())
      : table.addColumn(name, "integer", (column) => column.primaryKey().autoIncrement());

const versionTable = (table: Table) =>
  table
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("agent_id", "bigint", (column) => column.notNull().references("agent.id"))
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("commit_message", "text")
    .addColumn("metadata", "text")
    .addColumn("created_at", "text", (column) => column.notNull());

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { schema } = db;
  const serial = serialKey(dialect);
  const created = (table: Table) => table.addColumn("created_at", "text", (column) => column.notNull());
  const organization = (table: Table) =>
    table.addColumn("organization_id", "text", (column) => column.notNull().references("organization.id"));
  const text = (table: Table, ...names: string[]) =>
    names.reduce((made, name) => made.addColumn(name, "text", (column) => column.notNull()), table);
  const integer = (table: Table, ...names: string[]) =>
    names.reduce((made, name) => made.addColumn(name, "bigint", (column) => column.notNull()), table);
  const table = (name: string): Table => schema.createTable(name);

  await created(
    table("organization")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull().unique()),
  ).execute();
  await created(
    organization(table("api_key").addColumn("hash", "text", (column) => column.primaryKey())),
  ).execute();
  await created(text(organization(serial(table("agent"))), "record"))
    .addColumn("next_prompt_version", "bigint", (column) => column.notNull().defaultTo(1))
    .addColumn("next_knowledge_base_version", "bigint", (column) => column.notNull().defaultTo(1))
    .execute();
  await schema.createIndex("agent_organization").on("agent").column("organization_id").execute();

  await created(
    text(
      organization(table("custom_metric").addColumn("id", "text", (column) => column.primaryKey())),
      "record",
    ),
  ).execute();
  await schema
    .createIndex("custom_metric_organization")
    .on("custom_metric")
    .columns(["organization_id", "created_at", "id"])
    .execute();
  await table("custom_metric_agent")
    .addColumn("metric_id", "text", (column) =>
      column.notNull().references("custom_metric.id").onDelete("cascade"),
    )
    .addColumn("agent_id", "bigint", (column) => column.notNull().references("agent.id"))
    .addPrimaryKeyConstraint("custom_metric_agent_key", ["agent_id", "metric_id"])
    .execute();
  await schema
    .createIndex("custom_metric_agent_metric")
    .on("custom_metric_agent")
    .column("metric_id")
    .execute();
  await table("custom_metric_tag")
    .addColumn("metric_id", "text", (column) =>
      column.notNull().references("custom_metric.id").onDelete("cascade"),
    )
    .addColumn("tag", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("custom_metric_tag_key", ["tag", "metric_id"])
    .execute();
  await schema.createIndex("custom_metric_tag_metric").on("custom_metric_tag").column("metric_id").execute();

  await created(text(organization(serial(table("simulation"))), "name"))
    .addColumn("agent_id", "bigint", (column) => column.notNull().references("agent.id"))
    .addColumn("description", "text")
    .addColumn("max_concurrent", "bigint")
    .addColumn("max_turns", "bigint")
    .execute();
  await schema.createIndex("simulation_organization").on("simulation").column("organization_id").execute();

  await created(text(organization(serial(table("digital_human"))), "record"))
    .addColumn("always_on_number", "text")
    .addUniqueConstraint("digital_human_always_on", ["organization_id", "always_on_number"])
    .execute();
  await table("simulation_digital_human")
    .addColumn("simulation_id", "bigint", (column) => column.notNull().references("simulation.id"))
    .addColumn("digital_human_id", "bigint", (column) => column.notNull().references("digital_human.id"))
    .addPrimaryKeyConstraint("simulation_digital_human_key", ["simulation_id", "digital_human_id"])
    .execute();
  await schema
    .createIndex("simulation_digital_human_member")
    .on("simulation_digital_human")
    .column("digital_human_id")
    .execute();

  await versionTable(table("prompt_version"))
    .addUniqueConstraint("prompt_version_number", ["agent_id", "version"])
    .execute();
  await versionTable(table("knowledge_base_version"))
    .addUniqueConstraint("knowledge_base_version_number", ["agent_id", "version"])
    .execute();
  await created(text(integer(table("label"), "agent_id"), "label_text"))
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("color", "text")
    .addColumn("prompt_id", "text", (column) => column.references("prompt_version.id"))
    .addColumn("knowledge_base_id", "text", (column) => column.references("knowledge_base_version.id"))
    .addUniqueConstraint("label_text_of_agent", ["agent_id", "label_text"])
    .addForeignKeyConstraint("label_agent", ["agent_id"], "agent", ["id"])
    .execute();
  await schema.createIndex("label_prompt").on("label").column("prompt_id").execute();
  await schema.createIndex("label_knowledge_base").on("label").column("knowledge_base_id").execute();

  await created(text(organization(serial(table("call"), "seq")), "status", "start_time_utc", "submission"))
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("agent_id", "bigint", (column) => column.notNull().references("agent.id"))
    .addColumn("prompt_version", "bigint")
    .addColumn("knowledge_base_version", "bigint")
    .addColumn("recording", "text")
    .addColumn("evaluation", "text")
    .execute();
  await schema.createIndex("call_agent").on("call").columns(["agent_id", "seq"]).execute();

  await created(
    integer(
      text(organization(serial(table("simulation_run"))), "status", "summary", "phone_number"),
      "tests_passed",
      "tests_failed",
      "total_tests",
      "tests_completed",
      "tests_incompleted",
      "curr_step_id",
    ),
  )
    .addColumn("simulation_id", "bigint", (column) => column.notNull().references("simulation.id"))
    .addColumn("agent_id", "bigint", (column) => column.notNull().references("agent.id"))
    .addColumn("prompt_id", "text")
    .addColumn("knowledge_base_id", "text")
    .addColumn("max_concurrent", "bigint")
    .addColumn("max_turns", "bigint")
    .execute();
  await schema
    .createIndex("simulation_run_simulation")
    .on("simulation_run")
    .columns(["simulation_id", "id"])
    .execute();
  await text(table("simulation_run_digital_human"), "record", "caller")
    .addColumn("simulation_run_id", "bigint", (column) => column.notNull().references("simulation_run.id"))
    .addColumn("digital_human_id", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("simulation_run_digital_human_key", ["simulation_run_id", "digital_human_id"])
    .execute();
  await created(
    integer(
      text(organization(serial(table("simulation_result"))), "status", "seed", "opens_at"),
      "repetition",
    ),
  )
    .addColumn("simulation_run_id", "bigint", (column) => column.notNull().references("simulation_run.id"))
    .addColumn("simulation_id", "bigint", (column) => column.notNull())
    .addColumn("agent_id", "bigint", (column) => column.notNull())
    .addColumn("digital_human_id", "bigint", (column) => column.notNull())
    .addColumn("started_at", "text")
    .addColumn("end_reason", "text")
    .addColumn("ended_at", "text")
    .addColumn("report", "text")
    .addColumn("outcome", "text")
    .addColumn("outcome_reason", "text")
    .addColumn("evaluation", "text")
    .execute();
  await schema
    .createIndex("simulation_result_run")
    .on("simulation_result")
    .columns(["simulation_run_id", "id"])
    .execute();

  const ofResult = (made: Table) =>
    made.addColumn("simulation_result_id", "bigint", (column) =>
      column.notNull().references("simulation_result.id"),
    );
  await integer(text(ofResult(serial(table("conversation_entry"))), "role", "message"), "start_offset_ms")
    .addColumn("message_id", "text")
    .addColumn("stacked", "bigint", (column) => column.notNull())
    .execute();
  await integer(text(ofResult(serial(table("logged_tool_call"))), "name", "output"), "start_offset_ms")
    .addColumn("parameters", "text")
    .execute();
  await integer(text(table("caller_state"), "state"), "asking")
    .addColumn("simulation_result_id", "bigint", (column) =>
      column.primaryKey().references("simulation_result.id"),
    )
    .execute();
  await integer(text(ofResult(serial(table("caller_turn"))), "event", "action"), "at_ms")
    .addColumn("heard", "text")
    .addColumn("reply", "text")
    .execute();
  for (const name of ["conversation_entry", "logged_tool_call", "caller_turn"])
    await schema.createIndex(`${name}_result`).on(name).columns(["simulation_result_id", "id"]).execute();
  await text(ofResult(table("answered_message")), "message_id", "answer")
    .addPrimaryKeyConstraint("answered_message_key", ["simulation_result_id", "message_id"])
    .execute();

  await created(
    text(
      organization(table("workflow")).addColumn("id", "text", (column) => column.primaryKey()),
      "name",
      "graph",
    ),
  )
    .addColumn("agent_id", "bigint", (column) => column.notNull().references("agent.id"))
    .execute();
  await schema.createIndex("workflow_agent").on("workflow").column("agent_id").execute();

  await created(
    text(
      organization(table("webhook")).addColumn("id", "text", (column) => column.primaryKey()),
      "url",
    ),
  )
    .addColumn("tag", "text")
    .addColumn("events", "text", (column) => column.notNull().defaultTo(sql.lit("[]")))
    .addColumn("secret", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("webhook_organization").on("webhook").column("organization_id").execute();

  await integer(text(serial(table("job")), "kind", "payload", "due_at"), "attempts")
    .addColumn("worker", "bigint")
    .execute();
  await schema.createIndex("job_due").on("job").columns(["kind", "due_at", "id"]).execute();
  await created(
    integer(
      text(
        organization(table("webhook_delivery").addColumn("id", "text", (column) => column.primaryKey())),
        "event",
        "body",
        "status",
      ),
      "attempts",
    ),
  )
    .addColumn("webhook_id", "text")
    .addColumn("agent_id", "bigint")
    .addColumn("simulation_result_id", "bigint")
    .addColumn("url", "text")
    .addColumn("response_status", "bigint")
    .addColumn("error", "text")
    .addColumn("delivered_at", "text")
    .execute();
  await schema
    .createIndex("webhook_delivery_organization")
    .on("webhook_delivery")
    .columns(["organization_id", "created_at", "id"])
    .execute();
  await created(
    text(
      table("model_answer").addColumn("key", "text", (column) => column.primaryKey()),
      "answer",
    ),
  ).execute();
  if (dialect === "postgres") await keepNumbersAhead(db);
}

/** Tables whose ids a seed may set. */
const NUMBERED_BY_SEEDS = ["agent", "simulation", "digital_human", "simulation_run"];

/** Makes sure that a number from a seed is never assigned again. SQLite does this by itself. */
async function keepNumbersAhead(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_numbers_ahead() returns trigger language plpgsql as $$
    declare numbers regclass := pg_get_serial_sequence(quote_ident(tg_table_name), 'id');
    begin
      if new.id > coalesce(pg_sequence_last_value(numbers), 0) then
        perform setval(numbers, new.id);
      end if;
      return null;
    end $$`.execute(db);
  for (const table of NUMBERED_BY_SEEDS)
    await sql`
      create trigger numbers_ahead after insert on ${sql.table(table)}
      for each row execute function keep_numbers_ahead()`.execute(db);
}
