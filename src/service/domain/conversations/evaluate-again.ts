import type { Kysely } from "kysely";
import { INCONCLUSIVE_ENDS, OUTCOMES } from "../../../contract/values.ts";
import type { Jobs } from "../../jobs/promised.ts";
import type { Database, Row } from "../../store/schema.ts";
import { addToCounts } from "./counts.ts";

type Result = Row<"simulation_result">;
type Outcome = (typeof OUTCOMES)[number];

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

/**
 * Reopens a settled conversation so that it can be evaluated again. It and its run return to their earlier
 * state. Does nothing if it is not settled, or if its outcome is not among those named.
 */
export async function unsettleResult(
  transaction: Kysely<Database>,
  simulation_result_id: number,
  outcomes: readonly Outcome[] = OUTCOMES,
): Promise<void> {
  const result = await transaction
    .selectFrom("simulation_result")
    .select(["simulation_run_id", "outcome", "report"])
    .where("id", "=", simulation_result_id)
    .where("outcome", "in", outcomes)
    .executeTakeFirst();
  if (!result?.outcome) return;
  await transaction
    .updateTable("simulation_result")
    .set({
      outcome: null,
      outcome_reason: null,
      criteria: null,
      evaluation: null,
      status: "CONVERSATION_ENDED",
    })
    .where("id", "=", simulation_result_id)
    .execute();
  await addToCounts(transaction, result, -1);
  await transaction
    .updateTable("simulation_run")
    .set({ status: "RUNNING", summary: "" })
    .where("id", "=", result.simulation_run_id)
    .execute();
}
