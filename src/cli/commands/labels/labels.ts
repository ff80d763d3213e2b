import type { Answer, Lenient } from "../../../contract/types.ts";
import { arg, defineCommand, option } from "../command.ts";
import { agentOption } from "../shared/agent-option.ts";
import { createdView } from "../shared/created.ts";
import { labelText } from "../versions/words.ts";
import { explainRefusal, nameInQuestion } from "./explain.ts";

export const commands = {
  list: defineCommand({
    needs: ["list_labels"],
    options: { agent: agentOption },
    examples: [["parley labels list --agent 101", "agent 101's labels and the versions they are on"]],
    view: {
      kind: "rows",
      columns: [
        { title: "label", value: "label_text" },
        "id",
        "color",
        "prompt_id",
        "knowledge_base_id",
        { title: "created", value: "created_at", kind: "time" },
      ],
      empty: "no labels",
    },
    async run(context, { agent }) {
      return {
        data: await context.read("list_labels", { params: { agent_id: await context.agent(agent) } }),
      };
    },
  }),

  show: defineCommand({
    needs: ["get_label"],
    args: { label_id: arg("<label-id>", "id of the label, from `parley labels list`") },
    options: { agent: agentOption },
    examples: [
      ["parley labels show 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --agent 101", "which versions it is on"],
    ],
    view: { kind: "record" },
    async run(context, { label_id, agent }) {
      const agent_id = await context.agent(agent);
      return { data: await context.read("get_label", { params: { agent_id, label_id } }) };
    },
  }),

  create: defineCommand({
    needs: ["create_label"],
    about: "It is not on any version yet; `parley prompts label` adds it to one.",
    args: { label_text: arg("<text>", "text of the label", labelText) },
    options: { color: option("--color <color>", "the label's color, such as #2f81f7"), agent: agentOption },
    examples: [["parley labels create experiment-b --color '#2f81f7'", "a label with a color"]],
    view: createdView("label", ({ id, label_text, agent_id }: Lenient<Answer<"create_label">>) => ({
      id,
      name: label_text,
      of: `of agent ${agent_id}`,
    })),
    async run(context, { label_text, color, agent }) {
      const agent_id = await context.agent(agent);
      const body = { label_text, ...(color !== undefined && { color }) };
      const data = await context
        .change("create_label", { params: { agent_id }, body })
        .catch((error: unknown) => explainRefusal(context, error, { agent_id, label_text }));
      return { data, ...(data.id && { ids: [data.id] }) };
    },
  }),

  rename: defineCommand({
    about: "Reserved labels cannot be renamed.",
    args: {
      label_id: arg("<label-id>", "id of the label, from `parley labels list`"),
      label_text: arg("<text>", "the new text", labelText),
    },
    options: { agent: agentOption },
    examples: [
      [
        "parley labels rename 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 experiment-c --yes",
        "renames the label without asking",
      ],
    ],
    view: { kind: "record" },
    async run(context, { label_id, label_text, agent }) {
      const agent_id = await context.agent(agent);
      const label = await nameInQuestion(context, { agent_id, label_id });
      await context.confirm(`Rename label ${label} of agent ${agent_id} to ${label_text}?`);
      const params = { agent_id, label_id };
      const data = await context
        .change("rename_label", { params, body: { label_text } })
        .catch((error: unknown) => explainRefusal(context, error, { agent_id, label_id, label_text }));
      return { data };
    },
  }),

  delete: defineCommand({
    about: "A label that is reserved, or still on a version, cannot be deleted.",
    args: { label_id: arg("<label-id>", "id of the label, from `parley labels list`") },
    options: { agent: agentOption },
    examples: [
      ["parley labels delete 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes", "deletes the label without asking"],
    ],
    view: { kind: "record" },
    async run(context, { label_id, agent }) {
      const agent_id = await context.agent(agent);
      const label = await nameInQuestion(context, { agent_id, label_id });
      await context.confirm(`Delete label ${label} of agent ${agent_id}?`);
      const data = await context
        .change("delete_label", { params: { agent_id, label_id } })
        .catch((error: unknown) => explainRefusal(context, error, { agent_id, label_id }));
      return { data };
    },
  }),
};
