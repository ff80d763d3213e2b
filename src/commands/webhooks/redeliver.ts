import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["redeliver_webhook"],
  about:
    "The delivery keeps its id, so that a receiver that already has it can tell. `parley webhooks deliveries` shows the " +
    "outcome.",
  args: { id: arg("<delivery-id>", "id of the delivery", uuid) },
  options: {},
  examples: [["parley webhooks redeliver 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60", "sends it again"]],
  view: { kind: "record" },
  async run(context, { id }) {
    return { data: await context.change("redeliver_webhook", { params: { id } }) };
  },
});
