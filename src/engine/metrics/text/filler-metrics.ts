import { type BuiltinMetric, evaluated, notEvaluated, ratio, whenKnown } from "../builtin-metric.ts";
import type { Side } from "../conversation.ts";
import { FILLER_LEXICON } from "./fillers.ts";

function fillerRate(side: Side): BuiltinMetric {
  return {
    id: `filler_rate.${side}`,
    version: 1,
    unit: "per 100 words",
    description: `Sounds of hesitation of the ${side} for each 100 of its words; lexicons: ${[...FILLER_LEXICON.keys()].join(", ")}`,
    source: "Parley",
    measure: whenKnown(
      (facts) => facts.fillers,
      ({ count, [side]: { hits, turns } }) => {
        const rate = ratio(hits * 100, count[side], count[side], turns);
        // Transcribers tend to leave out hesitations, so there were at least as many as were found.
        if (rate.status === "EVALUATED") rate.lower_bound = true;
        return rate;
      },
    ),
  };
}

/** Hesitations, as marked in the transcript and as found in its text. */
export const fillerMetrics: readonly BuiltinMetric[] = [
  {
    id: "filler_utterances",
    version: 1,
    unit: "count",
    description: "Entries of the transcript that carry filler_utterance: true",
    source: "filler_utterance of E2",
    measure: ({ input: { transcript } }) => {
      if (!transcript?.length) return notEvaluated("missing_transcript");
      let flagged = 0;
      const evidence: { entry: number }[] = [];
      transcript.forEach(({ filler_utterance: flag }, entry) => {
        if (typeof flag === "boolean") flagged++;
        if (flag) evidence.push({ entry });
      });
      if (flagged === 0) return notEvaluated("missing_filler_flags");
      return evaluated(evidence.length, flagged, evidence);
    },
  },
  fillerRate("agent"),
  fillerRate("user"),
];
