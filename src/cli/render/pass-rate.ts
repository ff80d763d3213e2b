import { type Counts, countedTotal } from "../../contract/rules/outcomes.ts";
import { percent } from "../../engine/words/figures-in-words.ts";

/** Why a gate did not pass: `7 of 19 passed (36.8%); 100% required`. */
export function tooFewPassed(counts: Counts, min_pass_rate: number): string {
  const total = countedTotal(counts);
  const rate = percent(counts.passed / total);
  const bound = required(min_pass_rate);
  // A rate just below the bound is not rounded up to it.
  const shown = rate === bound ? `less than ${bound}` : rate;
  return `${counts.passed} of ${total} passed (${shown}); ${bound} required`;
}

/** A required rate is shown as it was given. */
export const required = (rate: number) => `${Number((rate * 100).toFixed(4))}%`;
