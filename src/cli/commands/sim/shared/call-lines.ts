import { type ReadConversation, spokenIn } from "../../../../contract/readings/conversation.ts";
import { timelineLines } from "../../../render/evaluation/timeline.ts";

/** Who spoke when in a call and how quickly the agent answered, and then any remarks about the line. */
export function callLines(
  { call, tool_calls, events }: Pick<ReadConversation, "call" | "tool_calls" | "events">,
  columns?: number,
): string[] {
  if (!call) return [];
  const { words_from, remarks = [], detail, interruptions } = call;
  const transcript = spokenIn(call);
  return [
    ...timelineLines({ transcript, tool_calls: [...tool_calls], events: events ?? null }, columns),
    "",
    ...(detail ? [detail] : []),
    ...(interruptions > 0 ? [`the digital human interrupted ${times(interruptions)}`] : []),
    ...(words_from === null && transcript.some(({ speaker }) => speaker === "AGENT")
      ? ["the agent's words are unknown; docs/voice.md explains how to provide them"]
      : []),
    ...remarks.map(({ code, message }) => [code, message].filter(Boolean).join(": ")),
  ];
}

const times = (count: number) => (count === 1 ? "once" : `${count} times`);
