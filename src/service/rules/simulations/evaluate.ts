import type { JobLane } from "../../jobs/jobs.ts";
import { readReport } from "./results.ts";
import { settleResult } from "./settle.ts";

/** Ends for which the agent answers while the digital human has not got what it wanted. */
const AGENTS_FAULT: readonly (string | null)[] = ["refused", "silence_timeout", "max_turns", "max_duration"];

/** Settles an ended conversation by what its digital human knows of it. */
export const evaluateResult: JobLane<"evaluate_result"> = {
  concurrency: 4,
  async run({ simulation_result_id }, service) {
    const { report, end_reason } = await service.db
      .selectFrom("simulation_result")
      .select(["report", "end_reason"])
      .where("id", "=", simulation_result_id)
      .executeTakeFirstOrThrow();
    const { goal_completed } = readReport(report);
    const settled = (outcome: "passed" | "failed" | "incompleted", reason: string) => ({
      commit: (transaction: typeof service.db) =>
        settleResult(transaction, service, simulation_result_id, outcome, reason),
    });
    if (goal_completed) return settled("passed", "the digital human got what it wanted");
    if (goal_completed === false && AGENTS_FAULT.includes(end_reason))
      return settled("failed", "the digital human did not get what it wanted");
    return settled("incompleted", "what the digital human knows decides nothing");
  },
};
