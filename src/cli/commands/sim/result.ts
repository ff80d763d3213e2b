import { readConversation } from "../../../contract/readings/conversation.ts";
import type { Answer, Lenient } from "../../../contract/types.ts";
import { stateInWords } from "../../../engine/rules-language/state-in-words.ts";
import { ownLatencyIn } from "../../../results/agent-events.ts";
import { factsHeardIn } from "../../../results/facts-heard.ts";
import { headline, transcriptText } from "../../chat/transcript.ts";
import { suspicionLines } from "../../render/evaluation/suspicions.ts";
import { arg, defineCommand } from "../command.ts";
import { type Traced, traceLines, tracesOf } from "../shared/traces.ts";
import { fetchWords } from "./fetched-words.ts";
import { callLines } from "./shared/call-lines.ts";
import { notesOn } from "./shared/notes.ts";
import { whyNot } from "./shared/why-not.ts";
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
        ...stateLines(result.evaluation ?? {}),
        ...heardLines(result.evaluation?.metrics),
        ...ownLatencyLine(result.events),
        ...(notes.length > 0 ? ["", ...notes] : []),
        ...(why.length > 0 ? ["", ...why] : []),
        ...(suspected.length > 0 ? ["", ...suspected] : []),
        ...recordingLine(simulation_result),
        ...traceLines(traces),
      ].join("\n");
    },
  },
  async run(context, { simulation_result_id }) {
    const answer = await context.read("get_simulation_result", { params: { simulation_result_id } });
    const result: Partial<typeof answer.simulation_result> = answer.simulation_result;
    const linked = result.trace_ids?.length;
    const traces = linked ? await tracesOf(context, { simulation_result_id }) : undefined;
    const transcript =
      result.transcript === undefined && typeof result.transcript_url === "string"
        ? await fetchWords(context, result.transcript_url)
        : undefined;
    const simulation_result = transcript
      ? { ...answer.simulation_result, transcript }
      : answer.simulation_result;
    return { data: { ...answer, simulation_result, ...(traces && { traces }) } };
  },
});

/** What became of the tables of the conversation's world. */
const stateLines = ({
  end_state: rows,
  state_unread,
}: {
  readonly end_state?: readonly Readonly<Record<string, unknown>>[] | null | undefined;
  readonly state_unread?: string | null | undefined;
}): string[] => {
  if (state_unread) return ["", `tables could not be read: ${state_unread}`];
  if (!rows) return [];
  const shown = rows.length === 0 ? ["  nothing has changed"] : rows.map((row) => `  ${stateInWords(row)}`);
  return ["", "tables:", ...shown];
};

/** Whether the agent heard the facts of the caller right. */
const heardLines = (metrics: unknown): string[] => {
  const facts = factsHeardIn(metrics);
  return facts.length === 0 ? [] : ["", "heard:", ...facts.map(({ text }) => `  ${text}`)];
};

const ownLatencyLine = (events: unknown): string[] => {
  const latency = ownLatencyIn(events);
  return latency === undefined ? [] : ["", `the agent's own latency: ${latency}`];
};

const recordingLine = ({ audio_url }: { readonly audio_url?: unknown }) =>
  typeof audio_url === "string" ? ["", `recording: ${audio_url}`] : [];
