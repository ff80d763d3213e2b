import type { RuleInput, Turn } from "../rules-language/input.ts";
import { type ConversationInput, sideOf } from "./conversation.ts";

/** A conversation as rules see it. `metric` gives the values of built-in metrics. */
export const ruleInputOf = (
  { transcript, tool_calls }: ConversationInput,
  metric: RuleInput["metric"],
): RuleInput => ({
  turns: turnsOf(transcript),
  tool_calls: tool_calls ? [...tool_calls] : undefined,
  metric,
});

/**
 * The entries of a transcript as numbered turns. Undefined without a transcript, or if a speaker is missing.
 */
function turnsOf(transcript: ConversationInput["transcript"]): Turn[] | undefined {
  if (!transcript) return undefined;
  const turns: Turn[] = [];
  for (const { speaker, utterance, start_offset_ms, end_offset_ms, arrival } of transcript) {
    const side = sideOf(speaker);
    if (side === null) return undefined;
    turns.push({
      i: turns.length + 1,
      speaker: side === "agent" ? "AGENT" : "USER",
      text: utterance ?? "",
      start_offset_ms,
      end_offset_ms,
      ...(arrival !== undefined && { arrival }),
    });
  }
  return turns;
}
