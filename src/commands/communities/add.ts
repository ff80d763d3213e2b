import { arg, defineCommand } from "../command.ts";
import { integerFrom, uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["add_to_community"],
  args: {
    community_id: arg("<community-id>", "id of the community", uuid),
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
});
