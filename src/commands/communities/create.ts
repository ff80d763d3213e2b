import type { Answer, Lenient } from "../../contract/types.ts";
import { arg, defineCommand, list, option } from "../command.ts";
import { createdView } from "../created.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["create_community"],
  args: { title: arg("<title>", "name of the community") },
  options: {
    description: option("--description <text>", "what its digital humans have in common"),
    digital_human_ids: list("--digital-human <id>", "a digital human to include; repeatable", integerFrom(1)),
  },
  examples: [
    [
      "parley communities create 'Angry callers' --digital-human 501 --digital-human 502",
      "a community of two",
    ],
  ],
  view: createdView("community", ({ id, title }: Lenient<Answer<"create_community">>) => ({
    id,
    name: title,
  })),
  async run(context, { title, description, digital_human_ids }) {
    const body = {
      title,
      ...(description !== undefined && { description }),
      ...(digital_human_ids.length > 0 && { digital_human_ids }),
    };
    const data = await context.change("create_community", { body });
    return { data, ids: [data.id] };
  },
});
