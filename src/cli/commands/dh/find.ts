import { arg, defineCommand } from "../command.ts";
import { digitalHumanRecord, simulationsHint } from "./shared/view.ts";

export const command = defineCommand({
  needs: ["get_digital_human_by_test_name"],
  about: "Finds a digital human by its `test_name`, the name of its test, ignoring case.",
  args: { test_name: arg("<test-name>", "the whole name of a test") },
  examples: [["parley dh find 'refund without order number'", "the digital human of that test"]],
  view: digitalHumanRecord,
  async run(context, { test_name }) {
    const data = await context.read("get_digital_human_by_test_name", { params: { test_name } });
    return { data, hint: simulationsHint(data) };
  },
});
