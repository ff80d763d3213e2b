import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["get_simulation"],
  args: { simulation_id: arg("<simulation-id>", "a simulation", integerFrom(1)) },
  examples: [
    ["parley sim show 7", "simulation 7, field by field"],
    ["parley sim show 7 --json --query digital_human_ids", "who takes part in it"],
  ],
  view: { kind: "record", absent: { digital_human_ids: "no digital humans yet" } },
  async run(context, { simulation_id }) {
    const data = await context.read("get_simulation", { params: { simulation_id } });
    return {
      data,
      hint: `next: \`parley dh list ${simulation_id}\` lists its digital humans, \`parley sim runs ${simulation_id}\` its runs`,
    };
  },
});
