import { Failure } from "../../../lib/failure.ts";
import { arg, defineCommand } from "../command.ts";
import { integerFrom } from "../parsers.ts";
import { findAgent } from "../shared/find-agent.ts";

export const command = defineCommand({
  needs: ["list_agents"],
  about:
    "The service signs what it sends to the agent's http_webhook with this key, its http_webhook_key. The agent " +
    "checks the signature with it. `parley agents create` generates one for an agent with an http_webhook.",
  args: { agent_id: arg("<agent-id>", "id of the agent", integerFrom(1)) },
  examples: [
    ["parley agents key 101", "the key that signs what agent 101 gets"],
    [
      "PARLEY_WEBHOOK_SECRET=$(parley agents key 101 --query http_webhook_key --raw) node agent.mjs",
      "an agent that checks signatures",
    ],
  ],
  view: { kind: "record" },
  async run(context, { agent_id }) {
    const { http_webhook_key } = await findAgent(context, agent_id);
    if (http_webhook_key) return { data: { agent_id, http_webhook_key } };
    throw new Failure("not_found", `agent ${agent_id} has no key: what it gets is not signed`, {
      hint: `\`parley agents update ${agent_id} --set http_webhook_key=<key>\` sets one`,
    });
  },
});
