import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["re_evaluate_call"],
  about: "Evaluates a submitted call again with the current metrics, and replaces the earlier verdicts.",
  args: { call_id: arg("<call-id>", "id printed by `parley evaluate`") },
  examples: [["parley evaluate rerun 8c7d…", "evaluates a call again after a metric has changed"]],
  view: { kind: "record" },
  async run(context, { call_id }) {
    const data = await context.change("re_evaluate_call", { params: { call_id } });
    return { data, hint: `see the new verdicts with \`parley evaluate show ${call_id}\`` };
  },
});
