import type { Kysely } from "kysely";

/** How many rows are changed at a time. */
const CHUNK = 1000;

type Tables = {
  digital_human: { id: number; record: string; request_fields: string | null };
};

/** Separates the fields that only requests have from those that are shown, whose text is sent as it is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("digital_human").addColumn("request_fields", "text").execute();
  const tables = db.withTables<Tables>();
  for (let after = 0; ; ) {
    const rows = await tables
      .selectFrom("digital_human")
      .select(["id", "record"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(CHUNK)
      .execute();
    for (const { id, record } of rows) {
      const parted = part(record);
      if (parted) await tables.updateTable("digital_human").set(parted).where("id", "=", id).execute();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

function part(text: string): { record: string; request_fields: string } | undefined {
  const { num_runs, always_on_mode, always_on_active, replay_mode, ...shown } = JSON.parse(text);
  const request_fields = JSON.stringify({ num_runs, always_on_mode, always_on_active, replay_mode });
  return request_fields === "{}" ? undefined : { record: JSON.stringify(shown), request_fields };
}
