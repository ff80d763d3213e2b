import type { Answer, Lenient } from "../../contract/types.ts";
import { bodyOptions } from "../body/options.ts";
import { defineCommand } from "../command.ts";
import { createdView } from "../created.ts";

export const command = defineCommand({
  needs: ["create_customer_persona"],
  about:
    "Reads name, description and goal from --set, from a file, or both; with agent_id, the persona is for one " +
    "agent.",
  options: bodyOptions,
  examples: [
    [
      "parley personas create --set name='Ann, in a hurry' --set description='Busy parent' --set goal='Book an appointment'",
      "a persona for every agent",
    ],
  ],
  view: createdView("persona", ({ id, name, agent_id }: Lenient<Answer<"create_customer_persona">>) => ({
    id,
    name,
    of: agent_id ? `for agent ${agent_id}` : "for every agent",
  })),
  async run(context, sources) {
    const { PersonaCreate } = await import("../../contract/schemas/customer.ts");
    const { readBody } = await import("../body/read.ts");
    const body = await readBody(context, { noun: "persona", schema: PersonaCreate, ...sources });
    const data = await context.change("create_customer_persona", { body });
    return { data, ids: [data.id] };
  },
});
