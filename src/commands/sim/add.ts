import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["add_digital_humans"],
  about:
    "Those that belong to it already stay; runs that have begun keep the digital humans that they began with.",
  args: {
    simulation_id: arg("<simulation-id>", "a simulation", integerFrom(1)),
    digital_human_ids: arg("<digital-human-id...>", "ids of digital humans", integerFrom(1)),
  },
  examples: [["parley sim add 7 501 502", "two digital humans join simulation 7"]],
  view: { kind: "record" },
  async run(context, { simulation_id, digital_human_ids }) {
    const input = { params: { simulation_id }, body: { digital_human_ids } };
    return { data: await context.change("add_digital_humans", input) };
  },
});
