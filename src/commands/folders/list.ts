import { defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["list_folders"],
  examples: [["parley folders list", "every folder of the organization"]],
  view: {
    kind: "rows",
    columns: ["id", "name", { title: "created", value: "created_at", kind: "time" }],
    empty: "no folders",
  },
  async run(context) {
    return { data: await context.read("list_folders", {}) };
  },
});
