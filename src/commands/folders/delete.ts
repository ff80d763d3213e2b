import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["delete_folder"],
  about: "Its agents are kept, outside any folder.",
  args: { folder_id: arg("<folder-id>", "id of the folder, from `parley folders list`", uuid) },
  examples: [
    ["parley folders delete 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes", "deletes a folder without asking"],
  ],
  view: { kind: "record" },
  async run(context, { folder_id }) {
    await context.confirm(`Delete folder ${folder_id}?`);
    return { data: await context.change("delete_folder", { params: { folder_id } }) };
  },
});
