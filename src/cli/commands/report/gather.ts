/** Requests the parts of a report from the service. */

import { readConversation } from "../../../contract/readings/conversation.ts";
import { judgedIn } from "../../../results/calibration/apply.ts";
import { type JudgedRate, type JudgedVerdict, judgedRates } from "../../../results/calibration/rates.ts";
import { resultRow } from "../../../results/conversations.ts";
import type { Overview } from "../../../results/report.ts";
import type { Row } from "../../../results/talk.ts";
import type { Context } from "../../context.ts";
import { readCalibration } from "../judge/shared/calibration.ts";
import type { Run } from "../sim/shared/run.ts";

/** A run and its conversations, in the service's order. */
export async function readRun(context: Context, simulation_run_id: number) {
  const { simulation_run: record, simulation_results } = await context.read("list_simulation_results", {
    params: { simulation_run_id },
  });
  const verdicts = simulation_results.map(readConversation).flatMap(judgedIn);
  return {
    record,
    /** The judges' verdicts on the conversations. */
    verdicts,
    rows: (nameOf: (digital_human_id: unknown) => string): Row[] =>
      simulation_results.map((result) => resultRow(result, nameOf)),
  };
}

/**
 * The pass rate of each metric that a judge decides, and what the judge's certificate says about its error.
 */
export async function ratesOf(context: Context, verdicts: readonly JudgedVerdict[]): Promise<JudgedRate[]> {
  const { certificates } = await readCalibration(context, verdicts, undefined);
  return judgedRates(verdicts, certificates);
}

/** What the top of a run's page says about it. */
export const runOverview = (
  run: Run,
  rows: readonly Row[],
  more: Pick<Overview, "judgement" | "judged_rates" | "command"> & {
    readonly simulation_id: number | string;
  },
): Overview => ({
  title: `Run ${run.id}`,
  facts: [
    ["Simulation", String(more.simulation_id)],
    ["Status", run.status],
    ["Started", run.created_at],
  ],
  judgement: more.judgement,
  judged_rates: more.judged_rates ?? [],
  rows,
  noun: "conversations",
  command: more.command,
});
