import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["get_customer_persona"],
  args: { persona_id: arg("<persona-id>", "id of the persona", uuid) },
  examples: [["parley personas show 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60", "everything about one persona"]],
  view: { kind: "record", absent: { agent_id: "every agent" } },
  async run(context, params) {
    return { data: await context.read("get_customer_persona", { params }) };
  },
});
