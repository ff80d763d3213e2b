import type { Kysely } from "kysely";
import type { Jobs } from "../../jobs/promised.ts";
import type { Database, Row } from "../../store/schema.ts";

export const isBeingEvaluated = ({ status }: Pick<Row<"call">, "status">) =>
  status === "QUEUED" || status === "EVALUATING";

/** Queues a settled call for another evaluation. */
export async function queueAgain(
  transaction: Kysely<Database>,
  { jobs }: Jobs,
  call_id: string,
): Promise<void> {
  await transaction
    .updateTable("call")
    .set({ status: "QUEUED", evaluation: null, outcome: null })
    .where("id", "=", call_id)
    .execute();
  // If a job of this call was set aside, it would evaluate the call once more.
  await transaction
    .deleteFrom("job")
    .where("set_aside_at", "is not", null)
    .where("kind", "=", "evaluate_call")
    .where("payload", "=", JSON.stringify({ call_id }))
    .execute();
  await jobs.add(transaction, [{ kind: "evaluate_call", payload: { call_id } }]);
}
