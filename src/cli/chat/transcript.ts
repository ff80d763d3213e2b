import type { ReadConversation } from "../../contract/readings/conversation.ts";
import { inOrder } from "../../engine/transcript/in-order.ts";
import { happenedIn } from "../../results/agent-events.ts";
import type { ConversationRecord } from "./record.ts";

/** The turns and tool calls of a conversation. */
export type Spoken = Pick<ConversationRecord, "transcript" | "tool_calls"> & {
  /** What else its agent has reported. */
  readonly events?: unknown;
};

/** A conversation as text: a line about it, then one line per turn, tool call or event, in order. */
export function transcriptText(result: ReadConversation): string {
  const { transcript = [] } = result;
  return [headline(result), "", ...spokenLines({ ...result, transcript })].join("\n");
}

/** The line about a conversation. */
export function headline(result: ReadConversation): string {
  const { id, simulation_run_id, digital_human_id, status, end_reason } = result;
  const reason = end_reason ? ` (${end_reason})` : "";
  // A hosted service may omit any of these.
  const about = [
    ["", id || undefined],
    [" of run", simulation_run_id],
    [" with digital human", digital_human_id],
  ].map(([words, value]) => (value === undefined || value === null ? "" : `${words} ${value}`));
  return `conversation${about.join("")}: ${status ?? "unknown status"}${reason}`;
}

/** One line per turn, tool call or event, in order. @param columns at least so wide is the column of who speaks */
export function spokenLines({ transcript, tool_calls, events }: Spoken, columns = 0): string[] {
  const turns = transcript.map(({ role, message, start_offset_ms }) => ({
    who: role ?? "",
    what: message ?? "",
    at_ms: start_offset_ms ?? 0,
    isAgent: role === "AGENT",
  }));
  const calls = tool_calls.map(({ name, parameters, output, start_offset_ms }) => ({
    who: "tool",
    what: `${name ?? "unknown tool"}(${parameters ? JSON.stringify(parameters) : ""}) → ${JSON.stringify(output ?? null)}`,
    at_ms: start_offset_ms ?? 0,
    isAgent: false,
  }));
  const happened = happenedIn(events).map(({ text, at_ms }) => ({
    who: "event",
    what: text,
    at_ms: at_ms ?? 0,
    isAgent: false,
  }));
  const lines = inOrder(turns, [...calls, ...happened]);
  const width = Math.max(columns, ...lines.map(({ who }) => who.length));
  return lines.map(({ who, what, at_ms }) => {
    const margin = `${clock(at_ms)}  ${who.padEnd(width)}  `;
    return margin + what.split(/\r\n|[\r\n]/).join(`\n${" ".repeat(margin.length)}`);
  });
}

/** The conversation as a transcript file for `parley evaluate --transcript`. */
export function spokenJson({ transcript, tool_calls }: Spoken): string {
  const call = {
    transcript: transcript.map(({ role, message, start_offset_ms }) => ({
      start_offset_ms,
      speaker: role,
      utterance: message,
    })),
    tool_calls: tool_calls.map(({ name, parameters, output, start_offset_ms }) => ({
      name,
      start_offset_ms: Math.max(1, start_offset_ms),
      ...(parameters && { parameters }),
      output: output ?? null,
    })),
  };
  return `${JSON.stringify(call, null, 2)}\n`;
}

/** Minutes, seconds and tenths: ` 1:05.3`. */
function clock(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, "0");
  return `${Math.floor(tenths / 600)}:${seconds}`.padStart(7);
}
