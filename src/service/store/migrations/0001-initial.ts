import { type CreateTableBuilder, type Kysely, sql } from "kysely";

type Table = CreateTableBuilder<string, string>;

/** An integer key that the store assigns and never gives twice. */
const serial = (table: Table, name = "id") =>
  table.addColumn(name, "integer", (column) => column.primaryKey().autoIncrement());

const versionTable = (table: Table) =>
  table
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("agent_id", "integer", (column) => column.notNull().references("agent.id"))
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("commit_message", "text")
    .addColumn("metadata", "text")
    .addColumn("created_at", "text", (column) => column.notNull());

export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  const created = (table: Table) => table.addColumn("created_at", "text", (column) => column.notNull());
  const organization = (table: Table) =>
    table.addColumn("organization_id", "text", (column) => column.notNull().references("organization.id"));
  const text = (table: Table, ...names: string[]) =>
    names.reduce((made, name) => made.addColumn(name, "text", (column) => column.notNull()), table);
  const integer = (table: Table, ...names: string[]) =>
    names.reduce((made, name) => made.addColumn(name, "integer", (column) => column.notNull()), table);
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
    .addColumn("next_prompt_version", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("next_knowledge_base_version", "integer", (column) => column.notNull().defaultTo(1))
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
    .addColumn("agent_id", "integer", (column) => column.notNull().references("agent.id"))
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
    .addColumn("agent_id", "integer", (column) => column.notNull().references("agent.id"))
    .addColumn("description", "text")
    .addColumn("max_concurrent", "integer")
    .addColumn("max_turns", "integer")
    .execute();
  await schema.createIndex("simulation_organization").on("simulation").column("organization_id").execute();

  await created(text(organization(serial(table("digital_human"))), "record"))
    .addColumn("always_on_number", "text")
    .addUniqueConstraint("digital_human_always_on", ["organization_id", "always_on_number"])
    .execute();
  await table("simulation_digital_human")
    .addColumn("simulation_id", "integer", (column) => column.notNull().references("simulation.id"))
    .addColumn("digital_human_id", "integer", (column) => column.notNull().references("digital_human.id"))
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
    .addColumn("agent_id", "integer", (column) => column.notNull().references("agent.id"))
    .addColumn("prompt_version", "integer")
    .addColumn("knowledge_base_version", "integer")
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
    .addColumn("simulation_id", "integer", (column) => column.notNull().references("simulation.id"))
    .addColumn("agent_id", "integer", (column) => column.notNull().references("agent.id"))
    .addColumn("prompt_id", "text")
    .addColumn("knowledge_base_id", "text")
    .addColumn("max_concurrent", "integer")
    .addColumn("max_turns", "integer")
    .execute();
  await schema
    .createIndex("simulation_run_simulation")
    .on("simulation_run")
    .columns(["simulation_id", "id"])
    .execute();
  await text(table("simulation_run_digital_human"), "record", "caller")
    .addColumn("simulation_run_id", "integer", (column) => column.notNull().references("simulation_run.id"))
    .addColumn("digital_human_id", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("simulation_run_digital_human_key", ["simulation_run_id", "digital_human_id"])
    .execute();
  await created(
    integer(
      text(organization(serial(table("simulation_result"))), "status", "seed", "opens_at"),
      "repetition",
    ),
  )
    .addColumn("simulation_run_id", "integer", (column) => column.notNull().references("simulation_run.id"))
    .addColumn("simulation_id", "integer", (column) => column.notNull())
    .addColumn("agent_id", "integer", (column) => column.notNull())
    .addColumn("digital_human_id", "integer", (column) => column.notNull())
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
    made.addColumn("simulation_result_id", "integer", (column) =>
      column.notNull().references("simulation_result.id"),
    );
  await integer(text(ofResult(serial(table("conversation_entry"))), "role", "message"), "start_offset_ms")
    .addColumn("message_id", "text")
    .addColumn("stacked", "integer", (column) => column.notNull())
    .execute();
  await integer(text(ofResult(serial(table("logged_tool_call"))), "name", "output"), "start_offset_ms")
    .addColumn("parameters", "text")
    .execute();
  await integer(text(table("caller_state"), "state"), "asking")
    .addColumn("simulation_result_id", "integer", (column) =>
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
    .addColumn("agent_id", "integer", (column) => column.notNull().references("agent.id"))
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

  await integer(text(serial(table("job")), "kind", "payload", "due_at"), "attempts").execute();
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
    .addColumn("agent_id", "integer")
    .addColumn("simulation_result_id", "integer")
    .addColumn("url", "text")
    .addColumn("response_status", "integer")
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
}
