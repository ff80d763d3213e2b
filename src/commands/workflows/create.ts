import type { Answer, Lenient } from "../../contract/types.ts";
import { usage } from "../../failure.ts";
import { defineCommand, option } from "../command.ts";
import { createdView } from "../created.ts";

export const command = defineCommand({
  needs: ["create_workflow"],
  about:
    "The file has the agent's id, a name, and a graph of nodes and edges. docs/generation.md explains how digital humans " +
    "are made from it.",
  options: { file: option("-f, --file <file>", "a file with its fields, in YAML or JSON") },
  examples: [["parley workflows create -f refund.yaml", "a workflow from a file"]],
  view: createdView("workflow", ({ id, name }: Lenient<Answer<"create_workflow">>) => ({ id, name })),
  async run(context, { file }) {
    if (file === undefined) throw usage("no workflow given", { hint: "give a file with -f" });
    const { WorkflowCreate } = await import("../../contract/schemas/workflow.ts");
    const { readFields } = await import("../body/read.ts");
    const body = await readFields(context, file, WorkflowCreate);
    const data = await context.change("create_workflow", { body });
    return { data, ids: [data.id] };
  },
});
