import { bodyOptions, unsetOption } from "../body/options.ts";
import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["update_workflow"],
  about:
    "Sends only the fields that you name: name, description, agent_ids (one agent) and definition, the whole graph. Digital " +
    "humans that were made from the workflow keep their path.",
  args: { workflow_id: arg("<workflow-id>", "id of the workflow", uuid) },
  options: { ...bodyOptions, unset: unsetOption },
  examples: [
    ["parley workflows update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --set name=Refunds", "renames a workflow"],
  ],
  view: { kind: "record" },
  async run(context, { workflow_id, ...changes }) {
    const { WorkflowUpdate } = await import("../../contract/schemas/workflow-changes.ts");
    const { readChanges } = await import("../body/read.ts");
    const body = await readChanges(context, { schema: WorkflowUpdate, ...changes });
    return { data: await context.change("update_workflow", { params: { workflow_id }, body }) };
  },
});
