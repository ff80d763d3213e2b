import { type BuiltinMetric, evaluated, ratio, whenKnown } from "../builtin-metric.ts";
import { lengthOf, longest, totalLength } from "./interval.ts";
import type { Timeline } from "./timeline.ts";

/**
 * The default length from which `silences_over` counts a silence (tau2-bench annotates silences of this
 * length).
 */
export const SILENCE_THRESHOLD_MS = 4000;

/** The silences longer than a threshold. */
function silencesOver(timeline: Timeline, threshold_ms: number) {
  return timeline.silences.filter((silence) => lengthOf(silence) > threshold_ms);
}

/** When neither side speaks, between the first and the last speech. */
export const silenceMetrics: readonly BuiltinMetric[] = [
  {
    id: "longest_silence",
    version: 1,
    unit: "ms",
    description: "Longest silence between two stretches of speech; 0 when there is none",
    source: "Cekura silence",
    measure: whenKnown(
      (facts) => facts.timeline,
      ({ silences }) => {
        const silence = longest(silences);
        return silence
          ? evaluated(lengthOf(silence), silences.length, [silence])
          : evaluated(0, silences.length);
      },
    ),
  },
  {
    id: "silence_total",
    version: 1,
    unit: "ms",
    description: "All silence between the first and the last speech",
    source: "Amazon Connect Contact Lens NonTalkTime",
    measure: whenKnown(
      (facts) => facts.timeline,
      ({ silences }) => evaluated(totalLength(silences), silences.length, silences),
    ),
  },
  {
    id: "silence_ratio",
    version: 1,
    unit: "ratio",
    description: "Share of silence in the time between the first and the last speech",
    source: "Amazon Connect Contact Lens NonTalkTime",
    measure: whenKnown(
      (facts) => facts.timeline,
      ({ silences, start_ms, end_ms }) => ratio(totalLength(silences), end_ms - start_ms, silences.length),
    ),
  },
  {
    id: "silences_over",
    version: 1,
    unit: "count",
    description: `How many silences are longer than a threshold, ${SILENCE_THRESHOLD_MS} ms unless set otherwise`,
    source: "tau2-bench silence annotation",
    measure: whenKnown(
      (facts) => facts.timeline,
      (timeline, { silence_threshold_ms }) => {
        const long = silencesOver(timeline, silence_threshold_ms);
        return evaluated(long.length, timeline.silences.length, long);
      },
    ),
  },
  {
    id: "leading_silence",
    version: 1,
    unit: "ms",
    description: "From the start of the call to the first speech of either side",
    source: "Parley",
    measure: whenKnown(
      (facts) => facts.timeline,
      ({ start_ms }) => evaluated(start_ms, 1, start_ms > 0 ? [{ start_ms: 0, end_ms: start_ms }] : []),
    ),
  },
];
