import { readCall } from "../../../contract/readings/call.ts";
import type { Answer, Lenient } from "../../../contract/types.ts";
import { callText, paintCall } from "../../render/evaluation/call-text.ts";
import { arg, defineCommand } from "../command.ts";
import { type Traced, traceLines, tracesOf } from "../shared/traces.ts";

export const command = defineCommand({
  needs: ["get_call_log"],
  about:
    "Prints each verdict with its evidence, failed ones first; what is unusual in the data and the built-in metrics; a " +
    "timeline of who spoke when; and the other metrics by group. The timeline marks overlaps with ×, silences of 2 s and more with ·, tool calls with ▲, and shows how long " +
    "the agent took to answer. With --json, prints the whole record.",
  args: { call_id: arg("<call-id>", "id printed by `parley evaluate`") },
  examples: [
    ["parley evaluate show 8c7d…", "the verdicts and measurements of a call"],
    [
      "parley evaluate show 8c7d… --json --query call_log.evaluation.counts",
      "how many metrics passed and failed",
    ],
  ],
  view: {
    kind: "text",
    wraps: true,
    text: ({ call_log, traces }: Lenient<Answer<"get_call_log">> & Traced, columns?: number) =>
      [callText(readCall(call_log), columns), ...traceLines(traces)].join("\n"),
    paint: paintCall,
  },
  async run(context, { call_id }) {
    const answer = await context.read("get_call_log", { params: { call_id } });
    const traces = answer.call_log.trace_id ? await tracesOf(context, { call_id }) : undefined;
    return { data: { ...answer, ...(traces && { traces }) } };
  },
});
