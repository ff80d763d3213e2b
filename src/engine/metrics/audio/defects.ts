import type { Interval } from "../timing/interval.ts";

/** What can be wrong with the sound of a channel, each found at places. */
export const DEFECTS = [
  "clipping",
  "dropouts",
  "cut_replies",
  "frozen",
  "loops",
  "level_jumps",
  "dc_offset",
  "echo",
  "one_way",
] as const;

export type Defect = (typeof DEFECTS)[number];

/** Where a channel has a defect. Its memory is bounded: the first places are kept, all are counted. */
export interface Places {
  count: number;
  /** The length of all places together. */
  total_ms: number;
  kept: Interval[];
}

/** What is wrong with the sound of a channel, and where. */
export interface ChannelDefects {
  places: Readonly<Record<Defect, Places>>;
  /** The level of the speech. Null without speech. */
  speech_dbfs: number | null;
  noise_floor_dbfs: number | null;
  /** How long after it was said the other side comes back. Null if it doesn't. */
  echo_delay_ms: number | null;
}
