/** What became of a fact of the caller. */
export const OUTCOMES = ["right", "wrong", "unsure", "never_used"] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** Where a fact came back from the agent, or something that may be it. */
export interface HeardPlace {
  verdict: Exclude<Outcome, "never_used">;
  /** As it is there. */
  heard: string;
  /** Indexes into the transcript and the tool calls. */
  entry?: number;
  tool_call?: number;
  parameter?: string;
  /** The row of a world's table at the end, and its column. */
  table?: string;
  row?: number;
  column?: string;
}

export interface HeardFact {
  /** Its name: `order_number`. */
  fact: string;
  kind: string;
  /** As the caller knows it. */
  value: string;
  outcome: Outcome;
  /** The entry in which the caller first said it. Null if it did so in no form that was recognized. */
  said: number | null;
  places: HeardPlace[];
}
