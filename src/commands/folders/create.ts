import type { Answer, Lenient } from "../../contract/types.ts";
import { arg, defineCommand } from "../command.ts";
import { createdView } from "../created.ts";

export const command = defineCommand({
  needs: ["create_folder"],
  args: { name: arg("<name>", "name of the folder") },
  examples: [["parley folders create Clinics", "a folder for the agents of clinics"]],
  view: createdView("folder", ({ id, name }: Lenient<Answer<"create_folder">>) => ({ id, name })),
  async run(context, { name }) {
    const data = await context.change("create_folder", { body: { name } });
    return { data, ids: [data.id], hint: `put agents into it with \`parley folders move 101 ${data.id}\`` };
  },
});
