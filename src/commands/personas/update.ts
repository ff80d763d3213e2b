import { bodyOptions } from "../body/options.ts";
import { arg, defineCommand } from "../command.ts";
import { uuid } from "../parsers.ts";

export const command = defineCommand({
  needs: ["update_customer_persona"],
  about: "Sends only the fields that you name; all others are unchanged.",
  args: { persona_id: arg("<persona-id>", "id of the persona", uuid) },
  options: bodyOptions,
  examples: [
    [
      "parley personas update 7c1d4e5f-8d3b-4c6f-9a7e-1b2c3d4e5f60 --set goal='Cancel an appointment'",
      "gives a persona another goal",
    ],
  ],
  view: { kind: "record" },
  async run(context, { persona_id, ...sources }) {
    const { PersonaUpdate } = await import("../../contract/schemas/customer.ts");
    const { readChanges } = await import("../body/read.ts");
    const body = await readChanges(context, { schema: PersonaUpdate, ...sources });
    return { data: await context.change("update_customer_persona", { params: { persona_id }, body }) };
  },
});
