import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["update_folder"],
  args: {
    folder_id: arg("<folder-id>", "id of the folder, from `parley folders list`", uuid),
    name: arg("<name>", "its new name"),
  },
  examples: [["parley folders rename 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 Hospitals", "renames a folder"]],
  view: { kind: "record" },
  async run(context, { folder_id, name }) {
    return { data: await context.change("update_folder", { params: { folder_id }, body: { name } }) };
  },
});
