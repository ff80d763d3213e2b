import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["delete_webhook"],
  about: "Pending deliveries to it are dropped.",
  args: { id: arg("<webhook-id>", "id of the webhook, from `parley webhooks list`", uuid) },
  options: {},
  examples: [
    [
      "parley webhooks delete 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes",
      "deletes the webhook without asking",
    ],
  ],
  view: { kind: "record" },
  async run(context, { id }) {
    await context.confirm(`Delete webhook ${id}?`);
    return { data: await context.change("delete_webhook", { params: { id } }) };
  },
});
