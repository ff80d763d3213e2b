import type { MetricDefinition } from "../builtin-metric.ts";
import type { Defect } from "./defects.ts";

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
      "stretches with ≥ 3 tops, ≤ 200 ms apart; top: ≥ 3 equal samples at the channel's highest or lowest value (G.711: ≥ 4, at full scale)",
    unit: "count",
    source: "ITU-T P.563 (peak clipping); full scale as in deepeval",
  },
  dropouts: {
    description: "Gaps within loud sound that begin or end with a step",
    formula:
      "stretches of 5 to 500 ms whose samples move ≤ 2/32768, between 5 ms of loud sound on both sides",
    unit: "count",
    source: "ITU-T P.563 (mutes and interruptions)",
  },
  frozen: {
    description: "Places where a frame of 8 to 100 ms is played again right away",
    formula: "stretches whose samples equal those 8 to 100 ms before them, for ≥ 90% of that lag",
    unit: "count",
    source: "Parley",
  },
  loops: {
    description: "Places where 0.1 to 2 s of sound are played again right away",
    formula: "stretches whose samples equal those 100 to 2000 ms before them, for ≥ 90% of that lag",
    unit: "count",
    source: "Parley",
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
