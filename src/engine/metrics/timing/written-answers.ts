import { type ConversationInput, type Side, sideOf } from "../conversation.ts";
import type { Interval } from "./interval.ts";

/**
 * How long the agent took for its answers in a written conversation, whose messages take no time: from the user's last
 * message to the agent's next. Undefined if it is not a written conversation with times.
 */
export function writtenAnswers({ transcript, segments }: ConversationInput): Interval[] | undefined {
  if (segments || !transcript?.length) return undefined;
  const answered: Interval[] = [];
  let last: { readonly side: Side; readonly at: number } | undefined;
  for (const { speaker, start_offset_ms, end_offset_ms, arrival } of transcript) {
    const side = sideOf(speaker);
    const isWritten = arrival !== undefined && typeof start_offset_ms === "number" && end_offset_ms == null;
    if (!isWritten || side === null) return undefined;
    if (side === "agent" && last?.side === "user")
      answered.push({ start_ms: last.at, end_ms: Math.max(last.at, start_offset_ms) });
    last = { side, at: start_offset_ms };
  }
  return answered;
}
