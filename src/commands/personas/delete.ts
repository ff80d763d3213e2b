import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["delete_customer_persona"],
  args: { persona_id: arg("<persona-id>", "id of the persona", uuid) },
  examples: [
    ["parley personas delete 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --yes", "deletes a persona without asking"],
  ],
  view: { kind: "record" },
  async run(context, params) {
    await context.confirm(`Delete persona ${params.persona_id}?`);
    return { data: await context.change("delete_customer_persona", { params }) };
  },
});
