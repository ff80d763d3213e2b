import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["rerun_evaluation"],
  about:
    "Evaluates a submitted call again, with the metrics as they are now. What was found before is replaced.",
  args: { call_id: arg("<call-id>", "id that `parley evaluate` printed") },
  examples: [["parley evaluate rerun 8c7d…", "after a metric was changed"]],
  view: { kind: "record" },
  async run(context, { call_id }) {
    const data = await context.change("rerun_evaluation", { params: { call_id } });
    return { data, hint: `see what is found with \`parley evaluate show ${call_id}\`` };
  },
});
