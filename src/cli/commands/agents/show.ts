import { Failure } from "../../../lib/failure.ts";
import { arg, defineCommand, flag } from "../command.ts";

export const command = defineCommand({
  args: { agent_id: arg("<agent-id>", "id of the agent") },
  options: { show_secrets: flag("--show-secrets", "show passwords and keys unmasked") },
  examples: [
    ["parley agents show 101", "everything about agent 101"],
    ["parley agents show 101 --query http_webhook", "the URL its messages are delivered to"],
  ],
  view: { kind: "record" },
  async run(context, { agent_id, show_secrets }) {
    const agents = await context.read("list_agents", {}, { show_secrets });
    const agent = agents.find(({ id }) => String(id) === agent_id);
    if (agent) return { data: agent };
    throw new Failure("not_found", `agent ${agent_id} not found`, {
      hint: "`parley agents list` shows the organization's agents",
    });
  },
});
