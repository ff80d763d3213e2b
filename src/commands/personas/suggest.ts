import { agentOption } from "../agent-option.ts";
import { defineCommand, option } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  needs: ["generate_customer_personas"],
  about:
    "Suggests people who want what the agent is for: its goals, and what the tools of its prompt do. Nothing is stored; `parley " +
    "personas create` stores one.",
  options: {
    agent: agentOption,
    count: option("--count <n>", "how many (default: 5)", integerFrom(1)),
  },
  examples: [["parley personas suggest --agent 101 --count 10", "ten people who may call agent 101"]],
  view: {
    kind: "rows",
    rows: "customer_personas",
    columns: ["name", "goal", "description"],
    empty: "the agent has neither goals nor tools that change something, so nobody has a reason to call",
  },
  async run(context, { agent, count }) {
    const agent_id = String(await context.agent(agent));
    const body = { agent_id, ...(count !== undefined && { count }) };
    const data = await context.read("generate_customer_personas", { body });
    return { data, hint: data.warning ?? "" };
  },
});
