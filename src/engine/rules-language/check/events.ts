import type { Mistake } from "../errors.ts";
import type { Event, Happening } from "../syntax/ast.ts";

/** Impossible turns: nothing is said before the first turn, or between one turn and the next. */
export function checkTurns(event: Event): Mistake | undefined {
  // A tool call, unlike a sentence, may be before the first turn and between two turns.
  const gap = event.kind === "says" ? 1 : 0;
  let after = event.kind === "says" ? 0 : Number.NEGATIVE_INFINITY;
  let before = Number.POSITIVE_INFINITY;
  for (const constraint of event.constraints) {
    if (constraint.kind !== "turn") continue;
    if (constraint.relation === "before") before = Math.min(before, constraint.turn);
    else after = Math.max(after, constraint.turn);
    if (before - after > gap) continue;
    const message =
      after > 0
        ? `nothing can be both after turn ${after} and before turn ${before}`
        : "no turn comes before turn 1";
    return { at: constraint.at, message };
  }
  return undefined;
}

/** A count that any number satisfies. */
export function checkCount(happening: Happening): Mistake | undefined {
  if (happening.min > 0 || happening.max !== Number.POSITIVE_INFINITY) return undefined;
  return { at: happening.at, message: "`at least 0 times` is true for every call" };
}
