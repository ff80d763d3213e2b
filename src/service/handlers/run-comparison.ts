/** What improved and what got worse between runs. */
import { groupBy } from "../../contract/group-by.ts";
import { compareRuns, summaryOf } from "../../engine/comparison/compare-runs.ts";
import { requireRows } from "../domain/require-rows.ts";
import { inChunks } from "../store/chunks.ts";
import type { Handlers } from "./handler.ts";

export const runComparisonHandlers = {
  async compare_experiment_runs({ organization_id, body: { experiment_run_ids } }, { db }) {
    const ids = await requireRows(db, "simulation_run", organization_id, experiment_run_ids.map(Number));
    const [before = 0, ...others] = ids;
    const results = await inChunks(ids, (chunk) =>
      db
        .selectFrom("simulation_result")
        .select(["simulation_run_id", "digital_human_id", "repetition", "outcome"])
        .where("simulation_run_id", "in", chunk)
        .orderBy("id")
        .execute(),
    );
    const byRun = groupBy(results, (row) => row.simulation_run_id);
    const compared = others.map((after) => ({
      before,
      after,
      ...compareRuns(byRun.get(before) ?? [], byRun.get(after) ?? []),
    }));
    return {
      summary: compared.map((one) => `run ${one.after} against run ${before}: ${summaryOf(one)}`).join("\n"),
      status: "200" as const,
      comparisons: compared.map((one) => ({
        ...one,
        fixed: [...one.fixed],
        broken: [...one.broken],
        still_failing: [...one.still_failing],
        still_passing: [...one.still_passing],
        not_compared: [...one.not_compared],
      })),
    };
  },
} satisfies Partial<Handlers>;
