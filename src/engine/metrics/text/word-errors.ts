import type { Fact } from "../metric-value.ts";
import { wordCutter } from "./words.ts";

/** The counts of an alignment of a hypothesis with a reference. */
export interface WordErrors {
  hits: number;
  substitutions: number;
  deletions: number;
  insertions: number;
  /** (S + D + I) / (H + S + D), the word error rate. Can exceed 1. */
  wer: number;
  /** (S + D + I) / (H + S + D + I), the match error rate. */
  mer: number;
  /** 1 − H / N · H / P for N words of the reference and P of the hypothesis: the word information lost. */
  wil: number;
}

/** Above this many pairs of words the alignment is not computed. */
const MAX_ALIGNMENT_CELLS = 50_000_000;

/**
 * Aligns with the fewest errors (Levenshtein), and among those alignments with the most hits, so that the
 * counts are unique. Null if the reference has no words. The time grows with the product of the lengths.
 */
export function alignWords(reference: readonly string[], hypothesis: readonly string[]): WordErrors | null {
  const n = reference.length;
  const p = hypothesis.length;
  if (n === 0) return null;
  // One number combines both criteria: errors · scale − hits. Hits are always less than scale.
  const scale = Math.min(n, p) + 1;
  const row = Float64Array.from({ length: p + 1 }, (_, at) => at * scale);
  for (let i = 1; i <= n; i++) {
    const word = reference[i - 1];
    let diagonal = row[0] ?? 0;
    let left = i * scale;
    row[0] = left;
    for (let j = 1; j <= p; j++) {
      const above = row[j] ?? 0;
      const paired = diagonal + (word === hypothesis[j - 1] ? -1 : scale);
      left = Math.min(paired, above + scale, left + scale);
      row[j] = left;
      diagonal = above;
    }
  }
  const best = row[p] ?? 0;
  const errors = Math.floor((best + scale - 1) / scale);
  const hits = errors * scale - best;
  const substitutions = n + p - 2 * hits - errors;
  return {
    hits,
    substitutions,
    deletions: n - hits - substitutions,
    insertions: p - hits - substitutions,
    wer: errors / n,
    mer: errors / (hits + errors),
    wil: p === 0 ? 1 : 1 - (hits / n) * (hits / p),
  };
}

/** Compares the utterances of a transcript, in the order in which they were spoken, with what was really said. */
export function compareWithReference(reference: string, utterances: readonly string[]): Fact<WordErrors> {
  const cut = wordCutter();
  const said = cut(reference);
  const spoken = utterances.flatMap(cut);
  if (said.length * spoken.length > MAX_ALIGNMENT_CELLS) return { missing: "text_too_long" };
  const errors = alignWords(said, spoken);
  return errors === null ? { missing: "missing_reference_transcript" } : { value: errors };
}
