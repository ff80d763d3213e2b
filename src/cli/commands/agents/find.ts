import { arg, defineCommand, flag } from "../command.ts";

export const command = defineCommand({
  needs: ["get_agent_by_external_id"],
  about: "Finds an agent by its `external_agent_id`: its id in your own systems.",
  args: { external_id: arg("<external-id>", "an external_agent_id") },
  options: { show_secrets: flag("--show-secrets", "show passwords and keys unmasked") },
  examples: [["parley agents find clinic-berlin", "the agent with the external id clinic-berlin"]],
  view: { kind: "record" },
  async run(context, { external_id, show_secrets }) {
    const input = { params: { external_id } };
    return { data: await context.read("get_agent_by_external_id", input, { show_secrets }) };
  },
});
