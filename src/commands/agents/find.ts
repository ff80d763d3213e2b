import { arg, defineCommand, flag } from "../command.ts";

export const command = defineCommand({
  needs: ["get_agent_by_external_id"],
  about: "Looks for the `external_agent_id` of an agent: the id that your own systems know it by.",
  args: { external_id: arg("<external-id>", "an external_agent_id") },
  options: { show_secrets: flag("--show-secrets", "show passwords and keys unmasked") },
  examples: [["parley agents find clinic-berlin", "the agent that is clinic-berlin elsewhere"]],
  view: { kind: "record" },
  async run(context, { external_id, show_secrets }) {
    const input = { params: { external_id } };
    return { data: await context.read("get_agent_by_external_id", input, { show_secrets }) };
  },
});
