import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["get_custom_metric"],
  args: { metric_id: arg("<metric-id>", "id of the metric", uuid) },
  examples: [["parley metrics show 5f0c1e2a-8d3b-4c6f-9a7e-1b2c3d4e5f60", "everything about one metric"]],
  view: { kind: "record", absent: { agent_ids: "not attached to an agent yet" } },
  async run(context, { metric_id }) {
    return { data: await context.read("get_custom_metric", { params: { metric_id } }) };
  },
});
