import type { Kysely } from "kysely";
import { INCONCLUSIVE_ENDS } from "../../../contract/values.ts";
import type { Jobs } from "../../jobs/promised.ts";
import type { Database, Row } from "../../store/schema.ts";
import { unsettleResult } from "./settle.ts";

type Result = Row<"simulation_result">;

/** If the agent could not take part in a conversation, it says nothing about the agent. */
export const isEvaluable = ({ report, end_reason }: Result) =>
  report !== null && !INCONCLUSIVE_ENDS.some((end) => end === end_reason);

/** Why a conversation is not evaluated, in words. */
export const whyNot = ({ outcome_reason }: Result) => outcome_reason ?? "the agent took no part in it";

/** Queues a conversation for another evaluation. */
export async function evaluateAgain(
  transaction: Kysely<Database>,
  { jobs }: Jobs,
  simulation_result_id: number,
): Promise<void> {
  await unsettleResult(transaction, simulation_result_id);
  const payload = { simulation_result_id };
  // If a job of this conversation was set aside, it would evaluate the conversation once more.
  await transaction
    .deleteFrom("job")
    .where("set_aside_at", "is not", null)
    .where("kind", "=", "evaluate_result")
    .where("payload", "=", JSON.stringify(payload))
    .execute();
  await jobs.add(transaction, [{ kind: "evaluate_result", payload }]);
}
