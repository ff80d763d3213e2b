import type { Side } from "../../contract/values.ts";

interface Offsets {
  /** Whole milliseconds from the start, if the source has them. */
  start_offset_ms?: number;
  end_offset_ms?: number;
}

/** Everything that one side says before the other speaks. */
export interface Turn extends Offsets {
  role: Side;
  utterance: string;
}

/** Turns in the form of a submission's entries. */
export const entriesOf = (turns: readonly Turn[]) =>
  turns.map(({ role, utterance, ...offsets }) => ({ ...offsets, speaker: role, utterance }));

/** A line, cue, or JSON entry whose speaker has not been assigned to a side yet. */
export interface Entry extends Offsets {
  /** The speaker as written. Null if the source does not name one. */
  speaker: string | null;
  utterance: string;
}
