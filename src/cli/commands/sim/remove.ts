import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["remove_digital_humans"],
  about: "The digital humans and their results are kept.",
  args: {
    simulation_id: arg("<simulation-id>", "a simulation", integerFrom(1)),
    digital_human_ids: arg("<digital-human-id...>", "ids of digital humans", integerFrom(1)),
  },
  examples: [["parley sim remove 7 501", "removes digital human 501 from simulation 7"]],
  view: { kind: "record" },
  async run(context, { simulation_id, digital_human_ids }) {
    const input = { params: { simulation_id }, body: { digital_human_ids } };
    return { data: await context.change("remove_digital_humans", input) };
  },
});
