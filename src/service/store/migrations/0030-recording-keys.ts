import type { Kysely } from "kysely";

type Tables = {
  call: { seq: number; recording: string | null; recording_key: string | null };
};

const ROWS_AT_ONCE = 1000;

/** Recordings get their own keys. Those stored before are files named by the hash of their content. */
export async function up(tables: Kysely<unknown>): Promise<void> {
  await tables.schema.alterTable("call").addColumn("recording_key", "text").execute();
  await tables.schema.createIndex("call_recording_key").on("call").column("recording_key").execute();
  const db = tables.withTables<Tables>();
  for (let seq = 0; ; ) {
    const rows = await db
      .selectFrom("call")
      .select(["seq", "recording"])
      .where("recording", "is not", null)
      .where("seq", ">", seq)
      .orderBy("seq")
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const row of rows) {
      const { sha256 } = JSON.parse(row.recording ?? "{}");
      await db.updateTable("call").set({ recording_key: sha256 }).where("seq", "=", row.seq).execute();
      seq = row.seq;
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
