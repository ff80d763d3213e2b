import type { MetricDefinition } from "../builtin-metric.ts";
import type { Defect } from "./defects.ts";
import type { Contradiction } from "./words-and-sound.ts";

/** How a defect is counted, described, found, and where the definition comes from. */
export interface SoundDefinition extends Pick<MetricDefinition, "description" | "source"> {
  formula: string;
  /** `count`: how many places. `ms`: how long they are together. */
  unit: "count" | "ms";
}

/** The defects of a channel. `docs/metrics.md` explains what "loud" and "step" mean. */
export const DEFECT_DEFINITIONS: Readonly<Record<Defect, SoundDefinition>> = {
  clipping: {
    description: "Places where the top of the wave is cut off",
    formula:
      "stretches with ≥ 3 tops, ≤ 200 ms apart; top: ≥ 3 equal samples at the channel's highest or lowest value (G.711: ≥ 4, at full scale; finer than 8 bits and G.711: ≥ 2 at 32766/32768), and of G.711 stretches with ≥ 10 samples of the highest value, and three times as many as of the one below it",
    unit: "count",
    source: "ITU-T P.563 (peak clipping); full scale as in deepeval",
  },
  dropouts: {
    description: "Gaps within loud sound that begin or end with a step",
    formula:
      "stretches of 5 to 500 ms whose samples move ≤ 2/32768, between 5 ms of loud sound on both sides; ≥ 20 ms: or after 20 ms of sound ≤ 16 dB, and 5 ms ≤ 20 dB, below the loudest speech that end with a step",
    unit: "count",
    source: "ITU-T P.563 (mutes and interruptions)",
  },
  cut_replies: {
    description: "Places where speech stops within a sound",
    formula:
      "ends, before ≥ 500 ms of silence, that are loud to the last and end with a step (after a filter: with a short ring, and very loud, or louder than the 20 ms before), unless the other side spoke at most 1.5 s before",
    unit: "count",
    source: "ITU-T P.563 (abrupt stops)",
  },
  frozen: {
    description: "Places where a frame of 18 to 100 ms is played again right away",
    formula:
      "stretches whose samples equal those 18 to 100 ms before them, for ≥ 90% of that lag, and do not repeat at a shorter one",
    unit: "count",
    source: "Parley",
  },
  loops: {
    description: "Places where 0.1 to 2 s of sound are played again right away",
    formula: "stretches whose samples equal those 100 to 2000 ms before them, for ≥ 90% of that lag",
    unit: "count",
    source: "Parley",
  },
  level_jumps: {
    description: "Places where the level of the speech changes by 10 dB or more at once",
    formula:
      "edges with ≥ 10 dB between the mean squares of 1 s of speech before and after, within 4 s, and ≥ 9 dB between the loudest frames",
    unit: "count",
    source: "Parley; levels as in ITU-T P.56",
  },
  dc_offset: {
    description: "How long the samples have an offset of 2% of full scale or more",
    formula: "Σ length of stretches ≥ 500 ms in which |mean of the samples over 60 ms| ≥ 0.02",
    unit: "ms",
    source: "ITU-T G.100.1 (levels are measured without an offset)",
  },
  echo: {
    description: "How often what the other side says comes back on this channel",
    formula:
      "segments of the other side found again ≤ 512 ms later (GCC-PHAT ≥ 0.12 in blocks of 512 ms, two or more at one delay)",
    unit: "count",
    source: "Knapp and Carter 1976, generalized cross-correlation",
  },
  one_way: {
    description: "How long nothing at all is heard of this side although the other one speaks",
    formula: "length of the call if no frame is above −55 dBFS and the other side speaks ≥ 3 s; else 0",
    unit: "ms",
    source: "Parley",
  },
};

/** Where a transcript with times and the recording contradict each other. */
export const CONTRADICTION_DEFINITIONS: Readonly<Record<Contradiction, SoundDefinition>> = {
  silent_words: {
    description: "Entries of the transcript during which nothing is heard",
    formula: "entries with words and without speech from 1 s before their start to 1 s after their end",
    unit: "count",
    source: "Parley",
  },
  unwritten_speech: {
    description: "Speech during which the transcript has no words",
    formula: "segments of speech ≥ 1 s without an entry from 1 s before their start to 1 s after their end",
    unit: "count",
    source: "Parley",
  },
};

/** How the times of a transcript run away from the sound. */
export const CLOCK_DRIFT_DEFINITION = {
  description: "How much faster the clock of the transcript runs than that of the recording",
  formula:
    "10⁶ · median of the slopes of (start of an entry − start of the nearest speech, ≤ 2 s away) over time; 0 if it is < 5 standard errors, adds up to < 150 ms, or differs twofold between the halves",
  unit: "ppm",
  support: "starts compared; not applicable below 10, or within less than 60 s",
  source: "Theil 1950 and Sen 1968, median of pairwise slopes",
} as const;

/** Figures of a channel that are not defects by themselves. */
export const LEVEL_DEFINITIONS = {
  level: {
    description: "Level of the speech",
    formula: "10 · log10(mean square of the frames with speech)",
    unit: "dBFS",
    source: "ITU-T P.56 (active speech level), by frames of 10 ms",
  },
  noise_floor: {
    description: "Level of what is heard when nobody speaks",
    formula: "10th percentile of the levels of frames of 10 ms; −120 for digital silence",
    unit: "dBFS",
    source: "Parley",
  },
  snr: {
    description: "How far the speech is above the rest of the channel",
    formula: "10 · log10((mean square of speech − mean square of the rest) / mean square of the rest)",
    unit: "dB",
    source: "Parley",
  },
  echo_delay: {
    description: "How long after it was said the other side comes back",
    formula: "median delay of the blocks with echo",
    unit: "ms",
    source: "Knapp and Carter 1976, generalized cross-correlation",
  },
} as const;
