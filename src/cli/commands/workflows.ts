import { usage } from "../../lib/failure.ts";
import { defineCommand, option } from "./command.ts";
import { created, deleteCommand, listCommand, noun, showCommand, updateCommand } from "./noun.ts";
import { integerFrom } from "./parsers.ts";
import { createdView } from "./shared/created.ts";

const workflow = noun("workflows", "workflow", "workflow_id", "parley workflows list");

interface Named {
  readonly id: string;
  readonly name: string;
}

const view = createdView("workflow", ({ id, name }: Named) => ({ id, name }));

export const commands = {
  list: listCommand("list_all_workflows", {
    options: { agent_id: option("--agent <id>", "only workflows of this agent", integerFrom(1)) },
    examples: [["parley workflows list --agent 101", "the workflows of agent 101"]],
    view: {
      kind: "rows",
      rows: "workflows",
      columns: [
        "id",
        "name",
        { title: "agent", value: "agent_id" },
        { title: "created", value: "created_at", kind: "time" },
      ],
      empty: "no workflows",
    },
  }),

  show: showCommand(workflow, "get_workflow", {
    examples: [["parley workflows show 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 -o yaml", "its graph, as YAML"]],
  }),

  create: defineCommand({
    needs: ["create_workflow"],
    about:
      "The file has the agent's id, a name, and a graph of nodes and edges. docs/generation.md explains how digital humans " +
      "are made from it.",
    options: { file: option("-f, --file <file>", "a file with its fields, in YAML or JSON") },
    examples: [["parley workflows create -f refund.yaml", "a workflow from a file"]],
    view,
    async run(context, { file }) {
      if (file === undefined) throw usage("no workflow given", { hint: "give a file with -f" });
      const { WorkflowCreate } = await import("../../contract/schemas/workflow.ts");
      const { readFields } = await import("./body/read.ts");
      return created(context, "create_workflow", { body: await readFields(context, file, WorkflowCreate) });
    },
  }),

  update: updateCommand(workflow, "update_workflow", {
    about:
      "Sends only the fields that you name: name, description, agent_ids (one agent) and definition, the whole graph. Digital " +
      "humans that were made from the workflow keep their path.",
    examples: [
      [
        "parley workflows update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --set name=Refunds",
        "renames a workflow",
      ],
    ],
    schema: async () => (await import("../../contract/schemas/workflow-changes.ts")).WorkflowUpdate,
    unset: true,
  }),

  duplicate: defineCommand({
    needs: ["duplicate_workflow"],
    args: { workflow_id: workflow.id },
    options: { name: option("--name <text>", "name of the copy (default: the original's name with (copy))") },
    examples: [
      [
        "parley workflows duplicate 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --name Trial",
        "a copy to try things with",
      ],
    ],
    view,
    run: (context, { workflow_id, name }) =>
      created(context, "duplicate_workflow", {
        params: { workflow_id },
        body: name === undefined ? {} : { name },
      }),
  }),

  delete: deleteCommand(workflow, "delete_workflow", {
    about: "Digital humans that were created from it are kept.",
  }),
};
