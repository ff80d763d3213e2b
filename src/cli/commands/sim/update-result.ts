import { usage } from "../../../lib/failure.ts";
import { bodyOptions } from "../body/options.ts";
import { arg, defineCommand } from "../command.ts";

export const command = defineCommand({
  needs: ["update_simulation_result"],
  about:
    "Reports what only the agent's side knows about a conversation: events, tool_calls, recorded_transcript, " +
    "tags, metadata and trace_ids. A field that you name replaces its earlier value. The conversation may still " +
    "be running; if it has been evaluated, it is evaluated again with the new values.",
  args: { result_id: arg("<result-id>", "a conversation, from `parley sim results`") },
  options: bodyOptions,
  examples: [
    ["parley sim update-result 12 --set 'tags=[\"build 4711\"]'", "marks the conversation"],
    ["parley sim update-result 12 -f report.json", "reports tool calls and events from a file"],
  ],
  view: { kind: "record" },
  async run(context, { result_id, ...sources }) {
    const { ResultUpdateFields } = await import("../../../contract/schemas/simulation-result.ts");
    const { readBody } = await import("../body/read.ts");
    const fields = await readBody(context, { noun: "report", schema: ResultUpdateFields, ...sources });
    if (Object.keys(fields).length === 0)
      throw usage("nothing to report", { hint: "give fields with --set path=value or -f <file>" });
    const body = { simulation_result_id: result_id, ...fields };
    return { data: await context.change("update_simulation_result", { body }) };
  },
});
