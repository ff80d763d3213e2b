import { maskSecrets } from "../../../client/redact.ts";
import type { Answer, Lenient } from "../../../contract/types.ts";
import { bodyOptions } from "../body/options.ts";
import { defineCommand } from "../command.ts";
import { createdView } from "../shared/created.ts";
import { CONNECTING, connectionHint } from "./shared/connecting.ts";
import { TOOLS, toolsField, toolsOptions } from "./shared/tools.ts";

export const command = defineCommand({
  needs: ["create_agent"],
  about: `Reads the fields of an agent from a file, from --set, or both; only \`name\` is required. ${CONNECTING} ${TOOLS}`,
  options: { ...bodyOptions, ...toolsOptions },
  examples: [
    ["parley agents create -f agent.yaml", "an agent from a file"],
    [
      "parley agents create --set name='Front desk' --set mode=TEXT --set http_webhook=http://127.0.0.1:9099/",
      "a text agent that listens on this machine",
    ],
  ],
  view: createdView("agent", ({ agent_id, name }: Lenient<Answer<"create_agent">>) => ({
    id: agent_id,
    name,
  })),
  async run(context, { tools, tools_from_mcp, ...input }) {
    const { AgentCreate } = await import("../../../contract/schemas/index.ts");
    const { readBody } = await import("../body/read.ts");
    const fields = await toolsField(context, { tools, tools_from_mcp });
    const body = await readBody(context, { noun: "agent", schema: AgentCreate, ...input, fields });
    // Without its key, the agent could not check what it gets. Other secrets stay masked.
    await context.client({ show_secrets: true });
    const made = await context.change("create_agent", { body });
    const key = body.http_webhook_key ? undefined : made.http_webhook_key;
    const data = { ...maskSecrets(made), ...(key && { http_webhook_key: key }) };
    const signed = key
      ? `what it gets is signed with the key ${key}; \`parley agents key ${data.agent_id}\` shows it again\n`
      : "";
    const next =
      connectionHint(data.agent_id, data) ??
      `next: \`parley prompts push prompt.txt --agent ${data.agent_id}\` stores its prompt, ` +
        `\`parley sim create --agent ${data.agent_id}\` creates a simulation that tests it`;
    return { data, ids: [data.agent_id], hint: signed + next };
  },
});
