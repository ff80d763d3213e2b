import { headline, transcriptText } from "../../chat/transcript.ts";
import { readConversation } from "../../contract/readings/conversation.ts";
import type { Answer, Lenient } from "../../contract/types.ts";
import { suspicionLines } from "../../render/evaluation/suspicions.ts";
import { arg, defineCommand } from "../command.ts";
import { type Traced, traceLines, tracesOf } from "../traces.ts";
import { callLines } from "./call-lines.ts";
import { notesOn } from "./notes.ts";
import { whyNot } from "./why-not.ts";
import { whyPassed } from "./why-passed.ts";

export const command = defineCommand({
  needs: ["get_simulation_result"],
  about:
    "Prints what was said and which tools were called, in order, with the time since the start, and the outcome; for a " +
    "call also a timeline of who spoke when; with --json, the whole record.",
  args: {
    simulation_result_id: arg("<simulation-result-id>", "id of a conversation, from `parley sim results`"),
  },
  examples: [
    ["parley sim result 12", "conversation 12 as a transcript"],
    ["parley sim result 12 --json --query simulation_result.transcript", "the transcript, for a program"],
  ],
  view: {
    kind: "text",
    wraps: true,
    text: (
      { simulation_result, traces }: Lenient<Answer<"get_simulation_result">> & Traced,
      columns?: number,
    ) => {
      const result = readConversation(simulation_result);
      const notes = notesOn(result);
      const why = [...whyNot(result), ...whyPassed(result)];
      const { agent_id, suspicions } = result;
      const suspected = suspicionLines(suspicions ?? [], { agent_id, columns });
      const call = callLines(result, columns);
      return [
        call.length > 0 ? [headline(result), "", ...call].join("\n").trimEnd() : transcriptText(result),
        ...(notes.length > 0 ? ["", ...notes] : []),
        ...(why.length > 0 ? ["", ...why] : []),
        ...(suspected.length > 0 ? ["", ...suspected] : []),
        ...traceLines(traces),
      ].join("\n");
    },
  },
  async run(context, { simulation_result_id }) {
    const answer = await context.read("get_simulation_result", { params: { simulation_result_id } });
    const linked = answer.simulation_result.trace_ids?.length;
    const traces = linked ? await tracesOf(context, { simulation_result_id }) : undefined;
    return { data: { ...answer, ...(traces && { traces }) } };
  },
});
