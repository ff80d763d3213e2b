import { defineCommand, option } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["list_customer_traits"],
  options: { agent_id: option("--agent <id>", "only traits of this agent's customers", integerFrom(1)) },
  examples: [["parley traits list --agent 101", "the traits of agent 101's customers"]],
  view: {
    kind: "rows",
    rows: "traits",
    columns: ["id", "name", "data_type", { title: "default", value: "default_value" }, "agent_id"],
    empty: "no traits",
  },
  async run(context, query) {
    return { data: await context.read("list_customer_traits", { query }) };
  },
});
