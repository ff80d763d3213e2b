/** A budget of steps. Matchers take their steps from it, and give up when none are left. */
export interface Work {
  /** Negative if more steps were requested than were left. */
  left: number;
}

/** Takes steps. Returns false if there are not enough. */
export function spend(work: Work, steps: number): boolean {
  work.left -= steps;
  return work.left >= 0;
}
