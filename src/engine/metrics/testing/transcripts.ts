import type { TranscriptEntry } from "../conversation.ts";

/** An entry of the agent. */
export function agent(start_offset_ms: number, end_offset_ms: number, utterance = ""): TranscriptEntry {
  return { speaker: "AGENT", start_offset_ms, end_offset_ms, utterance };
}

/** An entry of the user. */
export function user(start_offset_ms: number, end_offset_ms: number, utterance = ""): TranscriptEntry {
  return { speaker: "USER", start_offset_ms, end_offset_ms, utterance };
}

/** A backchannel of the user. */
export function backchannel(start_offset_ms: number, end_offset_ms: number): TranscriptEntry {
  return { ...user(start_offset_ms, end_offset_ms, "mm-hmm"), filler_utterance: true };
}
