import type { Side } from "../../contract/values.ts";

interface Offsets {
  /** Whole milliseconds from the start; only if the source says so. */
  start_offset_ms?: number;
  end_offset_ms?: number;
}

/** What one side says without the other. */
export interface Turn extends Offsets {
  role: Side;
  utterance: string;
}

/** Turns as the entries of a submission have them. */
export const entriesOf = (turns: readonly Turn[]) =>
  turns.map(({ role, utterance, ...offsets }) => ({ ...offsets, speaker: role, utterance }));

/** A line, cue or JSON entry before it is known which side its speaker is on. */
export interface Entry extends Offsets {
  /** The speaker as written; null if the source does not name one. */
  speaker: string | null;
  utterance: string;
}
