import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["get_customer_trait"],
  args: { trait_id: arg("<trait-id>", "id of the trait", uuid) },
  examples: [["parley traits show 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60", "everything about one trait"]],
  view: { kind: "record" },
  async run(context, params) {
    return { data: await context.read("get_customer_trait", { params }) };
  },
});
