import { sideOf, type TranscriptEntry } from "../../engine/metrics/conversation.ts";
import type { Turn } from "../../engine/rules-language/input.ts";

/** The entries of a transcript as numbered turns; undefined without a transcript, or where a speaker is missing. */
export function turnsOf(transcript: readonly TranscriptEntry[] | null | undefined): Turn[] | undefined {
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
