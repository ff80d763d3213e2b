import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  about: "The record holds the submission without the recording's bytes. An extension of the API.",
  args: { call_id: arg("<call-id>", "id that `parley evaluate` printed") },
  examples: [
    ["parley evaluate show 8c7d…", "the call and how far its evaluation is"],
    ["parley evaluate show 8c7d… --json --query status", "its status alone"],
  ],
  view: { kind: "record" },
  async run(context, { call_id }) {
    return { data: await context.read("get_call_log", { params: { call_id } }) };
  },
});
