import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { digitalHumanRows } from "./view.ts";

export const command = defineCommand({
  args: { simulation_id: arg("<simulation-id>", "a simulation", integerFrom(1)) },
  examples: [
    ["parley dh list 7", "the digital humans of simulation 7"],
    ["parley dh list 7 --json --query 'digital_humans[].name'", "just their names"],
  ],
  view: digitalHumanRows,
  async run(context, { simulation_id }) {
    return { data: await context.read("list_digital_humans", { params: { simulation_id } }) };
  },
});
