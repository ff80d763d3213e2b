import { usage } from "../../failure.ts";
import { agentOption } from "../agent-option.ts";
import { defineCommand, list, option } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const command = defineCommand({
  about: "An extension of the API: not every service offers it.",
  options: {
    name: option("--name <text>", "its name; needed"),
    agent: agentOption,
    description: option("--description <text>", "what it is for"),
    digital_human_ids: list(
      "--digital-human <id>",
      "a digital human that takes part; repeatable",
      integerFrom(1),
    ),
  },
  examples: [["parley sim create --name Smoke --agent 101 --digital-human 501", "a simulation of agent 101"]],
  view: { kind: "record" },
  async run(context, { name, agent, description, digital_human_ids }) {
    if (name === undefined) throw usage("a simulation needs a name", { hint: "give --name <text>" });
    const body = {
      name,
      agent_id: await context.agent(agent),
      ...(description !== undefined && { description }),
      ...(digital_human_ids.length > 0 && { digital_human_ids }),
    };
    const data = await context.change("create_simulation", { body });
    return { data, hint: `start it with \`parley sim start ${data.id}\`` };
  },
});
