import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["delete_simulation"],
  about:
    "Deletes a simulation with all its runs and conversations. Its digital humans are kept. While a run is in " +
    "progress, the simulation cannot be deleted: exit code 6.",
  args: { simulation_id: arg("<simulation-id>", "a simulation", integerFrom(1)) },
  examples: [["parley sim delete 7 --yes", "deletes a simulation without asking"]],
  view: { kind: "record" },
  async run(context, { simulation_id }) {
    await context.confirm(`Delete simulation ${simulation_id} with all its runs?`);
    return { data: await context.change("delete_simulation", { params: { simulation_id } }) };
  },
});
