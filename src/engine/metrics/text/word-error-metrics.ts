import { type BuiltinMetric, evaluated, whenKnown } from "../builtin-metric.ts";
import type { WordErrors } from "./word-errors.ts";
import { NORMALIZER } from "./words.ts";

function wordErrorMetric(id: "wer" | "mer" | "wil", description: string): BuiltinMetric {
  return {
    id,
    version: 1,
    unit: "ratio",
    description: `${description} of the transcript against reference_transcript (${NORMALIZER})`,
    source: "jiwer",
    measure: whenKnown(
      (facts) => facts.word_errors,
      (errors: WordErrors) => evaluated(errors[id], errors.hits + errors.substitutions + errors.deletions),
    ),
  };
}

/** How far the transcript is from what was really said. */
export const wordErrorMetrics: readonly BuiltinMetric[] = [
  wordErrorMetric("wer", "Word error rate, (S + D + I) / N,"),
  wordErrorMetric("mer", "Match error rate, (S + D + I) / (H + S + D + I),"),
  wordErrorMetric("wil", "Word information lost, 1 − (H / N) · (H / P),"),
];
