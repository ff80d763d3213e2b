import { bodyOptions } from "../body/options.ts";
import { defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["create_agent"],
  about: "Takes the fields of an agent from a file, from --set, or both; only `name` is required.",
  options: bodyOptions,
  examples: [
    ["parley agents create -f agent.yaml", "an agent from a file"],
    [
      "parley agents create --set name='Front desk' --set mode=TEXT --set goals='[\"Book a visit\"]'",
      "an agent from flags",
    ],
  ],
  view: { kind: "record" },
  async run(context, { file, set }) {
    const { AgentCreate } = await import("../../contract/schemas/index.ts");
    const { readBody } = await import("../body/read.ts");
    const body = await readBody(context, { noun: "agent", schema: AgentCreate, file, set });
    return { data: await context.change("create_agent", { body }) };
  },
});
