import { usage } from "../../failure.ts";
import { arg, defineCommand, list, option } from "../command.ts";
import { integerFrom, uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["update_community"],
  about: "Sends only the fields that you name. The digital humans that you name replace the current ones.",
  args: { community_id: arg("<community-id>", "id of the community", uuid) },
  options: {
    title: option("--title <text>", "another name"),
    description: option("--description <text>", "another description"),
    digital_human_ids: list("--digital-human <id>", "a digital human to include; repeatable", integerFrom(1)),
  },
  examples: [
    [
      "parley communities update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --title Regulars",
      "renames a community",
    ],
  ],
  view: { kind: "record" },
  async run(context, { community_id, title, description, digital_human_ids }) {
    const body = {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(digital_human_ids.length > 0 && { digital_human_ids }),
    };
    if (Object.keys(body).length === 0)
      throw usage("nothing to change", { hint: "give --title, --description or --digital-human" });
    return { data: await context.change("update_community", { params: { community_id }, body }) };
  },
});
