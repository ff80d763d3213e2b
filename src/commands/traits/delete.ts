import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["delete_customer_trait"],
  args: { trait_id: arg("<trait-id>", "id of the trait", uuid) },
  examples: [
    ["parley traits delete 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes", "deletes a trait without asking"],
  ],
  view: { kind: "record" },
  async run(context, params) {
    await context.confirm(`Delete trait ${params.trait_id}?`);
    return { data: await context.change("delete_customer_trait", { params }) };
  },
});
