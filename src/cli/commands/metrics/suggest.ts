import { defineCommand, option } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { agentOption } from "../shared/agent-option.ts";
import { suggested } from "../shared/suggested.ts";

export const command = defineCommand({
  needs: ["generate_custom_metrics"],
  about:
    "Reads the sentences of the agent's prompt that say must, never or only if, and suggests a metric with rules for each that " +
    "can be checked by rules. Nothing is stored; `parley metrics create` stores one.",
  options: {
    agent: agentOption,
    count: option("--count <n>", "at most this many (default: 5)", integerFrom(1)),
  },
  examples: [
    ["parley metrics suggest --agent 101 --count 20", "metrics for the rules of agent 101's prompt"],
  ],
  view: {
    kind: "rows",
    rows: "custom_metrics",
    columns: ["name", "response_type", "description"],
    empty: "no rule of the prompt can be checked by rules",
  },
  async run(context, { agent, count }) {
    const agent_id = String(await context.agent(agent));
    const body = { agent_id, ...(count !== undefined && { count }) };
    const data = await context.read("generate_custom_metrics", { body });
    return { data: suggested(data, "custom_metrics"), hint: data?.warning ?? "" };
  },
});
