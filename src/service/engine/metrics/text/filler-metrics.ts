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
      ({ hits, count }) => {
        const turns = hits[side];
        const total = turns.reduce((sum, turn) => sum + turn.hits, 0);
        const evidence = turns.map(({ entry }) => ({ entry }));
        const rate = ratio(total * 100, count[side], count[side], evidence);
        // Transcribers tend to drop hesitations: there were at least as many as are found.
        return rate.status === "EVALUATED" ? { ...rate, lower_bound: true } : rate;
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
      const marked = transcript.filter(({ filler_utterance: flag }) => typeof flag === "boolean");
      if (marked.length === 0) return notEvaluated("missing_filler_flags");
      const evidence = transcript.flatMap((line, entry) => (line.filler_utterance ? [{ entry }] : []));
      return evaluated(evidence.length, marked.length, evidence);
    },
  },
  fillerRate("agent"),
  fillerRate("user"),
];
