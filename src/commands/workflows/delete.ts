import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["delete_workflow"],
  about: "Digital humans that were created from it are kept.",
  args: { workflow_id: arg("<workflow-id>", "id of the workflow", uuid) },
  examples: [
    [
      "parley workflows delete 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes",
      "deletes a workflow without asking",
    ],
  ],
  view: { kind: "record" },
  async run(context, params) {
    await context.confirm(`Delete workflow ${params.workflow_id}?`);
    return { data: await context.change("delete_workflow", { params }) };
  },
});
