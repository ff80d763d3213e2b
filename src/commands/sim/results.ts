import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["list_simulation_results"],
  args: { simulation_run_id: arg("<run-id>", "id of a run, from `parley sim runs`", integerFrom(1)) },
  examples: [
    ["parley sim results 900", "the conversations of run 900; `parley sim result <id>` prints one"],
    [
      "parley sim results 900 --json --query 'results[?outcome==`failed`].id'",
      "the ids of those that failed",
    ],
    [
      "parley sim results 900 --json --query 'results[?status==`RUNNING`].id'",
      "the ids of those still running",
    ],
  ],
  view: {
    kind: "rows",
    rows: "results",
    columns: [
      "id",
      "digital_human_id",
      "status",
      { title: "turns", value: ({ transcript }: { transcript?: unknown[] }) => transcript?.length },
      "end_reason",
      { title: "outcome", value: "outcome", kind: "outcome" },
      { title: "why", value: "outcome_reason" },
      { title: "ended", value: "ended_at", kind: "time" },
    ],
    empty: "no conversations",
  },
  async run(context, { simulation_run_id }) {
    return { data: await context.read("list_simulation_results", { params: { simulation_run_id } }) };
  },
});
