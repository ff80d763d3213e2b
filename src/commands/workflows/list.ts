import { defineCommand, option } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["list_all_workflows"],
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
  async run(context, query) {
    return { data: await context.read("list_all_workflows", { query }) };
  },
});
