import { defineCommand, option } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["list_communities"],
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
  async run(context, query) {
    return { data: await context.read("list_communities", { query }) };
  },
});
