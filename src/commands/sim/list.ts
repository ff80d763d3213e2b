import { defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["list_simulations"],
  examples: [["parley sim list", "every simulation in the organization"]],
  view: {
    kind: "rows",
    rows: "simulations",
    columns: [
      "id",
      "name",
      "agent_id",
      { title: "digital_humans", value: "digital_human_ids" },
      { title: "created", value: "created_at", kind: "time" },
    ],
    empty: "no simulations",
  },
  async run(context) {
    return { data: await context.read("list_simulations", {}) };
  },
});
