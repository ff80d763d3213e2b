import { bodyOptions } from "../body/options.ts";
import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["update_customer_trait"],
  about: "Sends only the fields that you name; all others are unchanged.",
  args: { trait_id: arg("<trait-id>", "id of the trait", uuid) },
  options: bodyOptions,
  examples: [
    [
      "parley traits update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --set default_value=true",
      "gives a trait another default",
    ],
  ],
  view: { kind: "record" },
  async run(context, { trait_id, ...sources }) {
    const { CustomerTraitUpdate } = await import("../../contract/schemas/customer.ts");
    const { readChanges } = await import("../body/read.ts");
    const body = await readChanges(context, { schema: CustomerTraitUpdate, ...sources });
    return { data: await context.change("update_customer_trait", { params: { trait_id }, body }) };
  },
});
