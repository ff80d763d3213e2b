/** Steps that may still be taken; matchers take theirs from it, and give up when none are left. */
export interface Work {
  /** Below zero: more was asked for than there was. */
  left: number;
}

/** Takes steps; false if there are not enough. */
export function spend(work: Work, steps: number): boolean {
  work.left -= steps;
  return work.left >= 0;
}
