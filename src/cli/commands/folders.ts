import { usage } from "../../lib/failure.ts";
import { arg, defineCommand, flag } from "./command.ts";
import { created, deleteCommand, listCommand, noun } from "./noun.ts";
import { integerFrom, uuid } from "./parsers.ts";
import { createdView } from "./shared/created.ts";

const folder = noun("folders", "folder", "folder_id", "parley folders list");

export const commands = {
  list: listCommand("list_folders", {
    examples: [["parley folders list", "every folder of the organization"]],
    view: {
      kind: "rows",
      columns: ["id", "name", { title: "created", value: "created_at", kind: "time" }],
      empty: "no folders",
    },
  }),

  agents: defineCommand({
    needs: ["list_agents_by_folder"],
    args: { folder_id: folder.id },
    examples: [["parley folders agents 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60", "the agents in a folder"]],
    view: { kind: "rows", columns: ["id", "name", "mode", "type"], empty: "no agents in this folder" },
    run: async (context, params) => ({ data: await context.read("list_agents_by_folder", { params }) }),
  }),

  create: defineCommand({
    needs: ["create_folder"],
    args: { name: arg("<name>", "name of the folder") },
    examples: [["parley folders create Clinics", "a folder for the agents of clinics"]],
    view: createdView("folder", ({ id, name }: { readonly id: string; readonly name: string }) => ({
      id,
      name,
    })),
    async run(context, { name }) {
      const made = await created(context, "create_folder", { body: { name } });
      return { ...made, hint: `put agents into it with \`parley folders move 101 ${made.data.id}\`` };
    },
  }),

  rename: defineCommand({
    needs: ["update_folder"],
    args: { folder_id: folder.id, name: arg("<name>", "its new name") },
    examples: [["parley folders rename 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 Hospitals", "renames a folder"]],
    view: { kind: "record" },
    run: async (context, { folder_id, name }) => ({
      data: await context.change("update_folder", { params: { folder_id }, body: { name } }),
    }),
  }),

  move: defineCommand({
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
  }),

  delete: deleteCommand(folder, "delete_folder", { about: "Its agents are kept, outside any folder." }),
};
