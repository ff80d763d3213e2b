import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["end_conversations"],
  about: "Ended conversations are evaluated.",
  args: {
    test_result_ids: arg("<simulation-result-id...>", "ids of conversations, from `parley sim results`"),
  },
  examples: [["parley sim end 12 13", "ends two conversations"]],
  view: { kind: "record" },
  async run(context, { test_result_ids }) {
    const body = { test_result_ids: test_result_ids };
    return { data: await context.change("end_conversations", { body }) };
  },
});
