/** What a report is made of, asked of the service. */
import type { Context } from "../../context.ts";
import { resultRow } from "../../web/model/conversations.ts";
import type { Overview } from "../../web/model/report.ts";
import type { Row } from "../../web/model/talk.ts";
import type { Run } from "../sim/run.ts";

/** A run's conversations as rows, in the order of the service. */
export async function rowsOf(
  context: Context,
  simulation_run_id: number,
  nameOf: (id: unknown) => string,
): Promise<Row[]> {
  const { simulation_results } = await context.read("list_simulation_results", {
    params: { simulation_run_id },
  });
  return simulation_results.map((result) => resultRow(result, nameOf));
}

/** What is said of a run at the top of its page. */
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
