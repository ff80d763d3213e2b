import type { Paint } from "../terminal/colour.ts";

/** The words for an outcome that people see. The API calls an inconclusive outcome `incompleted`. */
export const outcomeWord = (outcome: unknown) => (outcome === "incompleted" ? "inconclusive" : outcome);

/** A word for an outcome in its colour. */
export function paintOutcome(word: string, paint: Paint): string {
  if (word === "passed") return paint.green(word);
  if (word === "failed") return paint.red(word);
  return word === "inconclusive" ? paint.yellow(word) : word;
}
