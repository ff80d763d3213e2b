import type { Context } from "../../context.ts";
import type { Answer, Lenient } from "../../contract/types.ts";
import { Failure, type Outcome } from "../../failure.ts";
import { arg, defineCommand, type Result } from "../command.ts";
import { uuid } from "../parsers.ts";
import { metricRows } from "./view.ts";

export const command = defineCommand({
  about:
    "Prints what was deleted. A metric that cannot be deleted does not stop the others; the exit code is then " +
    "8. With --json: the record of a single metric, or an array for several.",
  args: { metric_ids: arg("<metric-id...>", "ids of the metrics", uuid) },
  examples: [
    ["parley metrics delete 5f0c1e2a-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes", "deletes one metric without asking"],
  ],
  view: { ...metricRows, columns: ["id", "name", "response_type"] },
  async run(context, { metric_ids }): Promise<Result> {
    const ids = [...new Set(metric_ids.map((id) => id.toLowerCase()))];
    const [first] = ids;
    await context.confirm(ids.length === 1 ? `Delete metric ${first}?` : `Delete ${ids.length} metrics?`);
    const deleted = context.isDryRun
      ? await context.changeEach(
          "delete_custom_metric",
          ids.map((metric_id) => ({ params: { metric_id } })),
        )
      : await deleteEach(context, ids);
    return { data: ids.length === 1 ? deleted[0] : deleted };
  },
});

/** Outcomes that concern only one metric; any other would affect the next one too. */
const ITEMS_OWN: readonly Outcome[] = ["not_found", "refused", "conflict"];

async function deleteEach(
  context: Context,
  ids: readonly string[],
): Promise<Lenient<Answer<"delete_custom_metric">>[]> {
  const deleted: Lenient<Answer<"delete_custom_metric">>[] = [];
  const failures = new Map<string, Failure>();
  for (const metric_id of ids) {
    try {
      deleted.push(await context.change("delete_custom_metric", { params: { metric_id } }));
    } catch (error) {
      if (!(error instanceof Failure) || context.signal.aborted) throw error;
      failures.set(metric_id, error);
      if (!ITEMS_OWN.includes(error.outcome)) break;
    }
  }
  if (failures.size === 0) return deleted;
  const [failure] = failures.values();
  if (failure && deleted.length === 0 && failures.size === 1) throw failure;
  const left = ids.length - deleted.length - failures.size;
  throw new Failure("partial", `${deleted.length} of ${ids.length} metrics were deleted`, {
    details: [...failures].map(
      ([
        where,
        {
          message,
          options: { hint },
        },
      ]) => ({
        where,
        message: hint ? `${message} (${hint})` : message,
      }),
    ),
    ...(left > 0 && { hint: `${left} ${left === 1 ? "was" : "were"} not tried; run the command again` }),
  });
}
