/** Whether an agent reports its tool calls shows only when its conversations are over. Until then, what it did not report is open. */
import type { Kysely } from "kysely";
import { isForWantOfCalls } from "../../../contract/rules/outcomes.ts";
import type { Output } from "../../../contract/types.ts";
import type { Jobs } from "../../jobs/promised.ts";
import type { Database } from "../../store/schema.ts";
import { createYielder } from "../../yield.ts";
import { reportsCalls, runsWith, type WithTogether } from "./calls-known.ts";
import { evaluateAgain } from "./evaluate-again.ts";

/**
 * When a run is over: the conversations that were left open because no tool call is on record are evaluated again, if another
 * conversation shows that the agent reports its calls. Returns whether the run has any. None is evaluated again for this twice,
 * because then nothing is left open for it.
 */
export async function judgeUnreported(
  transaction: Kysely<Database>,
  service: Jobs & WithTogether,
  simulation_run_id: number,
): Promise<boolean> {
  const runs = runsWith(service, simulation_run_id);
  const open = await transaction
    .selectFrom("simulation_result")
    .select(["id", "simulation_run_id as run"])
    .where("simulation_run_id", "in", runs)
    .where("outcome", "=", "incompleted")
    .execute();
  if (open.length === 0 || !(await reportsCalls(transaction, runs))) return false;
  const yieldIfDue = createYielder();
  let isAny = false;
  for (const { id, run } of open) {
    // One at a time: a run may have thousands, and an evaluation may be long.
    const result = await transaction
      .selectFrom("simulation_result")
      .select("evaluation")
      .where("id", "=", id)
      .where((row) =>
        row.or([
          row("evaluation", "like", '%"nothing_reported"%'),
          row("evaluation", "like", '%"missing_tool_calls"%'),
        ]),
      )
      .executeTakeFirst();
    const { verdicts = [] }: Partial<Output<"Evaluation">> = JSON.parse(result?.evaluation ?? "{}");
    if (verdicts.some(isForWantOfCalls)) {
      await evaluateAgain(transaction, service, id);
      isAny ||= run === simulation_run_id;
    }
    await yieldIfDue();
  }
  return isAny;
}
