import { bodyOptions, unsetOption } from "../body/options.ts";
import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { SETTINGS } from "./settings.ts";

export const command = defineCommand({
  needs: ["update_simulation"],
  about:
    "Sends only the fields that you name; all others are unchanged, and so are runs that have started. " +
    `${SETTINGS}`,
  args: { simulation_id: arg("<simulation-id>", "a simulation", integerFrom(1)) },
  options: { ...bodyOptions, unset: unsetOption },
  examples: [
    ["parley sim update 7 --set max_concurrent=5", "at most five conversations at once"],
    ["parley sim update 7 --set custom_metrics_passing_threshold=80", "four of five metrics are enough"],
    ["parley sim update 7 --unset max_call_duration", "back to the service's own limit"],
  ],
  view: { kind: "record" },
  async run(context, { simulation_id, ...changes }) {
    const { SimulationUpdate } = await import("../../contract/schemas/simulation.ts");
    const { readChanges } = await import("../body/read.ts");
    const body = await readChanges(context, { schema: SimulationUpdate, ...changes });
    return { data: await context.change("update_simulation", { params: { simulation_id }, body }) };
  },
});
