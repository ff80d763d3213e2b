import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["add_digital_humans"],
  about:
    "Digital humans that are already in it stay. Runs that have started keep the digital humans they started " +
    "with.",
  args: {
    simulation_id: arg("<simulation-id>", "a simulation", integerFrom(1)),
    digital_human_ids: arg("<digital-human-id...>", "ids of digital humans", integerFrom(1)),
  },
  examples: [["parley sim add 7 501 502", "adds two digital humans to simulation 7"]],
  view: { kind: "record" },
  async run(context, { simulation_id, digital_human_ids }) {
    const input = { params: { simulation_id }, body: { digital_human_ids } };
    return { data: await context.change("add_digital_humans", input) };
  },
});
