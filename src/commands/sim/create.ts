import { OPENING_PATIENCE_MAXIMUM } from "../../contract/values.ts";
import { usage } from "../../failure.ts";
import { agentOption } from "../agent-option.ts";
import { defineCommand, list, option } from "../command.ts";
import { integerFrom, numberBetween } from "../parsers.ts";

export const command = defineCommand({
  needs: ["create_simulation"],
  options: {
    name: option("--name <text>", "name of the simulation; required"),
    agent: agentOption,
    description: option("--description <text>", "what the simulation is for"),
    digital_human_ids: list("--digital-human <id>", "a digital human to include; repeatable", integerFrom(1)),
    max_concurrent: option(
      "--max-concurrent <n>",
      "most conversations of a run at the same time (default: all)",
      integerFrom(1),
    ),
    max_turns: option(
      "--max-turns <n>",
      "turns after which a digital human ends the conversation (default: 40)",
      integerFrom(1),
    ),
    opening_patience: option(
      "--opening-patience <seconds>",
      "how long a digital human waits for the agent to speak first; 0: it opens at once (default: 2)",
      numberBetween(0, OPENING_PATIENCE_MAXIMUM / 1000),
    ),
  },
  examples: [
    ["parley sim create --name Smoke --agent 101 --digital-human 501", "a simulation of agent 101"],
    ["parley sim create --name Load --agent 101 --max-concurrent 20", "at most 20 conversations at once"],
  ],
  view: { kind: "record" },
  async run(
    context,
    { name, agent, description, digital_human_ids, max_concurrent, max_turns, opening_patience },
  ) {
    if (name === undefined) throw usage("a simulation needs a name", { hint: "give --name <text>" });
    const body = {
      name,
      agent_id: await context.agent(agent),
      ...(description !== undefined && { description }),
      ...(digital_human_ids.length > 0 && { digital_human_ids }),
      ...(max_concurrent !== undefined && { max_concurrent }),
      ...(max_turns !== undefined && { max_turns }),
      ...(opening_patience !== undefined && { opening_patience_ms: Math.round(opening_patience * 1000) }),
    };
    const data = await context.change("create_simulation", { body });
    return {
      data,
      ids: [data.simulation_id],
      hint: `start it with \`parley sim start ${data.simulation_id}\``,
    };
  },
});
