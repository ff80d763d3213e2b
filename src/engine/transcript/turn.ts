/** The two sides of a conversation, as the API writes them. */
export type Role = "AGENT" | "USER";

/** One entry of `formatted_transcript`; offsets (integer ms from the start) only when the source has them. */
export interface Turn {
  role: Role;
  utterance: string;
  start_offset_ms?: number;
  end_offset_ms?: number;
}

/** A line, cue or JSON entry before it is known which side its speaker is on. */
export interface Entry {
  /** The speaker as written; null where the source names none. */
  speaker: string | null;
  utterance: string;
  start_offset_ms?: number;
  end_offset_ms?: number;
}
