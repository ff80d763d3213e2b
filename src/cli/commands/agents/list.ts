import { AGENT_MODES, AGENT_TYPES, CONNECTION_TYPES } from "../../../contract/values.ts";
import { defineCommand, flag, option } from "../command.ts";
import { oneOf } from "../parsers.ts";

export const command = defineCommand({
  options: {
    mode: option("--mode <mode>", "only agents of this mode", oneOf(AGENT_MODES)),
    type: option("--type <type>", "only agents of this type", oneOf(AGENT_TYPES)),
    connection_type: option(
      "--connection <type>",
      "only agents with this connection",
      oneOf(CONNECTION_TYPES),
    ),
    name: option("--name <text>", "only agents whose name contains this"),
    show_secrets: flag("--show-secrets", "show passwords and keys unmasked"),
  },
  examples: [
    ["parley agents list", "every agent in the organization"],
    ["parley agents list --mode TEXT --json --query '[].id'", "the ids of the text agents"],
  ],
  view: {
    kind: "rows",
    columns: [
      "id",
      "name",
      "mode",
      "type",
      "connection_type",
      { title: "created", value: "created_at", kind: "time" },
    ],
    empty: "no agents",
  },
  async run(context, { mode, type, connection_type, name, show_secrets }) {
    const agents = await context.read("list_agents", {}, { show_secrets });
    const part = name?.toLowerCase();
    const data = agents.filter(
      (agent) =>
        (!mode || agent.mode === mode) &&
        (!type || agent.type === type) &&
        (!connection_type || agent.connection_type === connection_type) &&
        (!part || agent.name.toLowerCase().includes(part)),
    );
    return { data };
  },
});
