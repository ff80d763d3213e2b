import { usage } from "../../../lib/failure.ts";
import { bodyOptions } from "../body/options.ts";
import { arg, defineCommand, flag } from "../command.ts";

export const command = defineCommand({
  needs: ["update_call_log"],
  about:
    "Each field that you name (tool_calls, events, metadata) replaces the one that was submitted; all others are " +
    "unchanged. A call that is being evaluated at that moment is evaluated with the new fields.",
  args: { call_id: arg("<call-id>", "id printed by `parley evaluate`") },
  options: { ...bodyOptions, reevaluate: flag("--reevaluate", "evaluate the call again") },
  examples: [
    [
      'parley evaluate update 8c7d… --set \'metadata={"outcome":"booked"}\' --reevaluate',
      "adds the outcome of the call",
    ],
    ["parley evaluate update 8c7d… -f tools.yaml", "replaces the tool calls with those of a file"],
  ],
  view: { kind: "record" },
  async run(context, { call_id, reevaluate, ...sources }) {
    const { CallLogUpdate } = await import("../../../contract/schemas/call-log.ts");
    const { readBody } = await import("../body/read.ts");
    const body = await readBody(context, {
      noun: "change",
      schema: CallLogUpdate,
      ...sources,
      fields: reevaluate ? { reevaluate } : {},
    });
    if (Object.keys(body).length === 0)
      throw usage("nothing to change", {
        hint: "give tool_calls, events or metadata with --set or -f, or --reevaluate",
      });
    const data = await context.change("update_call_log", { params: { call_id }, body });
    return { data, hint: `see the call with \`parley evaluate show ${call_id}\`` };
  },
});
