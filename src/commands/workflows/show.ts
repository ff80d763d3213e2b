import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["get_workflow"],
  args: { workflow_id: arg("<workflow-id>", "id of the workflow, from `parley workflows list`", uuid) },
  examples: [["parley workflows show 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 -o yaml", "its graph, as YAML"]],
  view: { kind: "record" },
  async run(context, params) {
    return { data: await context.read("get_workflow", { params }) };
  },
});
