/**
 * The candidate that `word` was probably meant to be: few edits away for its length. Undefined if no
 * candidate is close, because a wild guess is worse than none.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const given = word.toLowerCase();
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const edits = distance(given, candidate.toLowerCase());
    if (edits < fewest) [best, fewest] = [candidate, edits];
  }
  return best;
}

/** `; did you mean …?` to append to a message about a word; empty if no candidate is close. */
export function suggestion(word: string, candidates: Iterable<string>): string {
  const near = nearest(word, candidates);
  return near ? `; did you mean ${near}?` : "";
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function distance(a: string, b: string): number {
  let previous: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (previous[j - 2] ?? 0) + 1);
      row.push(edits);
    }
    [previous, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
