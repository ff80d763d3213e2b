import { usage } from "../../lib/failure.ts";
import { arg, defineCommand, list, option } from "./command.ts";
import { created, deleteCommand, listCommand, noun, showCommand } from "./noun.ts";
import { integerFrom } from "./parsers.ts";
import { createdView } from "./shared/created.ts";

const community = noun("communities", "community", "community_id");

const members = list("--digital-human <id>", "a digital human to include; repeatable", integerFrom(1));

interface Fields {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly digital_human_ids: number[];
}

const given = ({ title, description, digital_human_ids }: Fields) => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(digital_human_ids.length > 0 && { digital_human_ids }),
});

export const commands = {
  list: listCommand("list_communities", {
    options: {
      digital_human_id: option("--digital-human <id>", "only communities that it belongs to", integerFrom(1)),
    },
    examples: [
      ["parley communities list", "every community of the organization"],
      ["parley communities list --digital-human 501", "the communities of one digital human"],
    ],
    view: {
      kind: "rows",
      rows: "communities",
      columns: [
        "id",
        "title",
        { title: "digital_humans", value: "digital_human_ids", absent: "none yet" },
        "description",
      ],
      empty: "no communities",
    },
  }),

  show: showCommand(community, "get_community", {
    examples: [
      [
        "parley communities show 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --json --query digital_human_ids",
        "its digital humans",
      ],
    ],
    absent: { digital_human_ids: "no digital humans yet" },
  }),

  create: defineCommand({
    needs: ["create_community"],
    args: { title: arg("<title>", "name of the community") },
    options: {
      description: option("--description <text>", "what its digital humans have in common"),
      digital_human_ids: members,
    },
    examples: [
      [
        "parley communities create 'Angry callers' --digital-human 501 --digital-human 502",
        "a community of two",
      ],
    ],
    view: createdView("community", ({ id, title }: { readonly id: string; readonly title: string }) => ({
      id,
      name: title,
    })),
    run: (context, { title, ...fields }) =>
      created(context, "create_community", { body: { ...given({ title, ...fields }), title } }),
  }),

  update: defineCommand({
    needs: ["update_community"],
    about: "Sends only the fields that you name. The digital humans that you name replace the current ones.",
    args: { community_id: community.id },
    options: {
      title: option("--title <text>", "another name"),
      description: option("--description <text>", "another description"),
      digital_human_ids: members,
    },
    examples: [
      [
        "parley communities update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --title Regulars",
        "renames a community",
      ],
    ],
    view: { kind: "record" },
    async run(context, { community_id, ...fields }) {
      const body = given(fields);
      if (Object.keys(body).length === 0)
        throw usage("nothing to change", { hint: "give --title, --description or --digital-human" });
      return { data: await context.change("update_community", { params: { community_id }, body }) };
    },
  }),

  add: defineCommand({
    needs: ["add_to_community"],
    args: {
      community_id: community.id,
      digital_human_ids: arg("<digital-human-id...>", "digital humans to add", integerFrom(1)),
    },
    examples: [
      ["parley communities add 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 501 502", "adds two digital humans"],
    ],
    view: { kind: "record" },
    async run(context, { community_id, digital_human_ids }) {
      const input = { params: { community_id }, body: { digital_human_ids } };
      return { data: await context.change("add_to_community", input) };
    },
  }),

  delete: deleteCommand(community, "delete_community", { about: "Its digital humans are kept." }),
};
