import { arg, defineCommand, type Result } from "../command.ts";
import { uuid } from "../parsers.ts";
import { changeEvery } from "../shared/change-every.ts";

export const command = defineCommand({
  about:
    "Prints what was deleted. If a metric cannot be deleted, the others still are, and the exit code is 8. With " +
    "--json: the record of a single metric, or an array for several.",
  args: { metric_ids: arg("<metric-id...>", "ids of the metrics", uuid) },
  examples: [
    ["parley metrics delete 5f0c1e2a-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes", "deletes one metric without asking"],
  ],
  view: { kind: "rows", columns: ["id", "name", "response_type"] },
  async run(context, { metric_ids }): Promise<Result> {
    const ids = [...new Set(metric_ids.map((id) => id.toLowerCase()))];
    const [first] = ids;
    await context.confirm(ids.length === 1 ? `Delete metric ${first}?` : `Delete ${ids.length} metrics?`);
    const deleted = await changeEvery(
      context,
      "delete_custom_metric",
      ids,
      (metric_id) => ({ params: { metric_id } }),
      { things: "metrics", done: "deleted" },
    );
    return { data: ids.length === 1 ? deleted[0] : deleted };
  },
});
