import type { Kysely } from "kysely";
import { callOutcome } from "../../../contract/rules/outcomes.ts";

/** Evaluations that are read at a time. */
const AT_ONCE = 100;

interface Store {
  readonly call: { seq: number; evaluation: string | null; outcome: string | null };
}

/** The outcome of a call by its verdicts, to filter by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("call").addColumn("outcome", "text").execute();
  await db.schema
    .createIndex("call_agent_outcome")
    .on("call")
    .columns(["agent_id", "outcome", "seq"])
    .execute();
  const store = db as Kysely<Store>;
  for (let last = 0; ; ) {
    const rows = await store
      .selectFrom("call")
      .select(["seq", "evaluation"])
      .where("seq", ">", last)
      .where("evaluation", "is not", null)
      .orderBy("seq")
      .limit(AT_ONCE)
      .execute();
    for (const { seq, evaluation } of rows) {
      const outcome = callOutcome(JSON.parse(evaluation ?? "{}").verdicts ?? []);
      if (outcome !== null) await store.updateTable("call").set({ outcome }).where("seq", "=", seq).execute();
      last = Number(seq);
    }
    if (rows.length < AT_ONCE) return;
  }
}
