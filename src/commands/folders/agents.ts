import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["list_agents_by_folder"],
  args: { folder_id: arg("<folder-id>", "id of the folder, from `parley folders list`", uuid) },
  examples: [["parley folders agents 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60", "the agents in a folder"]],
  view: { kind: "rows", columns: ["id", "name", "mode", "type"], empty: "no agents in this folder" },
  async run(context, { folder_id }) {
    return { data: await context.read("list_agents_by_folder", { params: { folder_id } }) };
  },
});
