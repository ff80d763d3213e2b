import { bodyOptions, unsetOption } from "../body/options.ts";
import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { CONNECTING, connectionHint } from "./shared/connecting.ts";
import { TOOLS, toolsField, toolsOptions } from "./shared/tools.ts";

export const command = defineCommand({
  needs: ["update_agent"],
  about: `Sends only the fields that you name; all others are unchanged. ${CONNECTING} ${TOOLS}`,
  args: { agent_id: arg("<agent-id>", "id of the agent", integerFrom(1)) },
  options: { ...bodyOptions, unset: unsetOption, ...toolsOptions },
  examples: [
    ["parley agents update 101 --set http_webhook=http://127.0.0.1:9099/", "sets where the agent listens"],
    ["parley agents update 101 --tools tools.json", "sets which tools it can call, from their definitions"],
    ["parley agents update 101 --unset http_webhook", "disconnects it"],
  ],
  view: { kind: "record", of: "agent" },
  async run(context, { agent_id, tools, tools_from_mcp, ...changes }) {
    const { AgentChanges: schema } = await import("../../../contract/schemas/agent.ts");
    const { readChanges } = await import("../body/read.ts");
    const fields = await readChanges(context, {
      schema,
      ...changes,
      fields: await toolsField(context, { tools, tools_from_mcp }),
    });
    const data = await context.change("update_agent", { body: { agent_id, ...fields } });
    const hint = connectionHint(agent_id, data.agent ?? {});
    return { data, ...(hint && { hint }) };
  },
});
