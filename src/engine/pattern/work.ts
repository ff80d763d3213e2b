/** Steps that may still be taken; matchers take theirs from it, and give up where none are left. */
export interface Work {
  /** Below zero: more was asked for than there was. */
  left: number;
}

/** Takes steps; false where there are not so many. */
export function spend(work: Work, steps: number): boolean {
  work.left -= steps;
  return work.left >= 0;
}
