import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["delete_community"],
  about: "Its digital humans are kept.",
  args: { community_id: arg("<community-id>", "id of the community", uuid) },
  examples: [
    [
      "parley communities delete 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes",
      "deletes a community without asking",
    ],
  ],
  view: { kind: "record" },
  async run(context, params) {
    await context.confirm(`Delete community ${params.community_id}?`);
    return { data: await context.change("delete_community", { params }) };
  },
});
