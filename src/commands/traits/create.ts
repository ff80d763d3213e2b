import type { Answer, Lenient } from "../../contract/types.ts";
import { bodyOptions } from "../body/options.ts";
import { defineCommand } from "../command.ts";
import { createdView } from "../created.ts";

export const command = defineCommand({
  needs: ["create_customer_trait"],
  about:
    "Reads agent_id, name, data_type (BOOLEAN, STRING, DATE, NUMBER) and default_value from --set, from a file, " +
    "or both.",
  options: bodyOptions,
  examples: [
    [
      "parley traits create --set agent_id=101 --set name=vip --set data_type=BOOLEAN --set default_value=false",
      "a trait of agent 101's customers",
    ],
  ],
  view: createdView("trait", ({ id, name, agent_id }: Lenient<Answer<"create_customer_trait">>) => ({
    id,
    name,
    of: `of agent ${agent_id}`,
  })),
  async run(context, sources) {
    const { CustomerTraitCreate } = await import("../../contract/schemas/customer.ts");
    const { readBody } = await import("../body/read.ts");
    const body = await readBody(context, { noun: "trait", schema: CustomerTraitCreate, ...sources });
    const data = await context.change("create_customer_trait", { body });
    return { data, ids: [data.id] };
  },
});
