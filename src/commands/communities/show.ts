import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["get_community"],
  args: { community_id: arg("<community-id>", "id of the community", uuid) },
  examples: [
    [
      "parley communities show 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --json --query digital_human_ids",
      "its digital humans",
    ],
  ],
  view: { kind: "record", absent: { digital_human_ids: "no digital humans yet" } },
  async run(context, params) {
    return { data: await context.read("get_community", { params }) };
  },
});
