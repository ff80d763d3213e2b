import { defineCommand, option } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["list_simulations", "list_simulations_by_agent"],
  options: { agent_id: option("--agent <id>", "only simulations of this agent", integerFrom(1)) },
  examples: [
    ["parley sim list", "every simulation in the organization"],
    ["parley sim list --agent 101", "those that test agent 101"],
  ],
  view: {
    kind: "rows",
    rows: "simulations",
    columns: [
      "id",
      "name",
      "agent_id",
      { title: "digital_humans", value: "digital_human_ids", absent: "none yet" },
      { title: "created", value: "created_at", kind: "time" },
    ],
    empty: "no simulations",
  },
  async run(context, { agent_id }) {
    if (agent_id !== undefined)
      return { data: await context.read("list_simulations_by_agent", { params: { agent_id } }) };
    return { data: await context.read("list_simulations", {}) };
  },
});
