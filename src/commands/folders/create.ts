import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["create_folder"],
  args: { name: arg("<name>", "name of the folder") },
  examples: [["parley folders create Clinics", "a folder for the agents of clinics"]],
  view: { kind: "record" },
  async run(context, { name }) {
    const data = await context.change("create_folder", { body: { name } });
    return { data, ids: [data.id], hint: `put agents into it with \`parley folders move 101 ${data.id}\`` };
  },
});
