import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { digitalHumanRecord, simulationsHint } from "./shared/view.ts";

export const command = defineCommand({
  needs: ["get_digital_human"],
  args: { digital_human_id: arg("<digital-human-id>", "a digital human", integerFrom(1)) },
  examples: [
    ["parley dh show 501", "digital human 501, field by field"],
    ["parley dh show 501 --json --query simulation_ids", "the simulations it is in"],
  ],
  view: digitalHumanRecord,
  async run(context, { digital_human_id }) {
    const data = await context.read("get_digital_human", { params: { digital_human_id } });
    return { data, hint: simulationsHint(data) };
  },
});
