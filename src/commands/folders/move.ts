import { usage } from "../../failure.ts";
import { arg, defineCommand, flag } from "../command.ts";
import { integerFrom, uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["move_agent_to_folder"],
  args: {
    agent_id: arg("<agent-id>", "id of the agent", integerFrom(1)),
    folder_id: arg("[folder-id]", "the folder to put it into", uuid),
  },
  options: { out: flag("--out", "take it out of its folder") },
  examples: [
    ["parley folders move 101 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60", "puts agent 101 into a folder"],
    ["parley folders move 101 --out", "takes it out again"],
  ],
  view: { kind: "record" },
  async run(context, { agent_id, folder_id = null, out }) {
    if (out === (folder_id !== null))
      throw usage("give either a folder or --out", { hint: "`parley folders list` shows the folders" });
    return { data: await context.change("move_agent_to_folder", { body: { agent_id, folder_id } }) };
  },
});
