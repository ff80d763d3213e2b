import { arg, defineCommand, type Result } from "../command.ts";
import { changeEvery, oneOrRows } from "../shared/change-every.ts";

export const command = defineCommand({
  needs: ["re_evaluate_call"],
  about:
    "Evaluates submitted calls again with the current metrics, and replaces the earlier verdicts. If a call is " +
    "being evaluated, the others are still queued, and the exit code is 8.",
  args: { ids: arg("<call-id...>", "ids printed by `parley evaluate`") },
  examples: [["parley evaluate rerun 8c7d…", "evaluates a call again after a metric has changed"]],
  view: { kind: "record" },
  async run(context, { ids }): Promise<Result> {
    const queued = await changeEvery(
      context,
      "re_evaluate_call",
      ids,
      (call_id) => ({ params: { call_id } }),
      {
        things: "calls",
        done: "queued for evaluation",
      },
    );
    const hint = `see the new verdicts with \`parley evaluate show ${ids[0]}\``;
    return { hint, ...oneOrRows(queued, ["call_id", "status", "message"]) };
  },
});
