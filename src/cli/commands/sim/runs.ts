import { arg, defineCommand, flag } from "../command.ts";
import { pollOption } from "./shared/poll-option.ts";
import { runRows } from "./shared/view.ts";

export const command = defineCommand({
  about:
    "With --watch it keeps watching until every run is over: a terminal shows the current table, a pipe " +
    "gets a line for each change (-o jsonl: an object), and other formats only the final state.",
  args: { simulation_id: arg("<simulation-id>", "a simulation") },
  options: { watch: flag("--watch", "watch the runs until all are over"), poll: pollOption },
  examples: [
    ["parley sim runs 7", "the runs of simulation 7 with their counts"],
    ["parley sim runs 7 --watch", "the same, updated until all runs are over"],
  ],
  view: runRows,
  async run(context, { simulation_id, watch, poll }) {
    if (!watch) return { data: await context.read("list_simulation_runs", { params: { simulation_id } }) };
    const { watchRuns } = await import("./watch.ts");
    return { data: await watchRuns(context, simulation_id, poll) };
  },
});
