/**
 * The candidate closest to what was written, if it is close enough to be a typo: at most a third of its
 * letters (at least one) inserted, removed, replaced, or swapped with a neighbour. Capitals don't count as a
 * difference. A candidate is never its own near miss.
 */
export function nearMiss(written: string, candidates: string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(written.length / 3)) + 1;
  for (const candidate of candidates) {
    if (candidate === written || Math.abs(candidate.length - written.length) >= bestDistance) continue;
    const distance = editDistance(written.toLowerCase(), candidate.toLowerCase());
    if (distance >= bestDistance || distance >= candidate.length) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** Optimal string alignment distance: edits of one letter, and swaps of two neighbours, each counted once. */
export function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (same ? 0 : 1),
          swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, right.length);
}

function at(row: number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
