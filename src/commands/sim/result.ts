import { transcriptText } from "../../chat/transcript.ts";
import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  about:
    "Prints what was said and which tools were called, in order, with the time since the beginning; with --json the " +
    "whole record. An extension of the API: not every service offers it.",
  args: {
    simulation_result_id: arg("<simulation-result-id>", "a conversation, as `parley sim results` shows it"),
  },
  examples: [
    ["parley sim result 12", "conversation 12 as a transcript"],
    ["parley sim result 12 --json --query transcript", "what was said, for a program"],
  ],
  view: { kind: "text", text: transcriptText },
  async run(context, { simulation_result_id }) {
    return { data: await context.read("get_simulation_result", { params: { simulation_result_id } }) };
  },
});
