import { type Assertion, PatternError, type PatternNode } from "./syntax.ts";

/** A state of the automaton; `next`, `left` and `right` are indexes of states. */
export type State =
  | { type: "character"; accepts: (character: string) => boolean; next: number }
  | { type: "assertion"; assertion: Assertion; next: number }
  | { type: "split"; left: number; right: number }
  | { type: "accept" };

export interface Program {
  states: readonly State[];
  start: number;
}

/** Counted repetitions are written out, so the work of building is bounded, and with it the number of states. */
const MAX_STEPS = 500;

/** Builds the automaton of a pattern (Thompson's construction). Throws `PatternError` when it gets too large. */
export function compilePattern(pattern: PatternNode, ignoreCase: boolean): Program {
  const states: State[] = [{ type: "accept" }];
  let steps = 0;

  function add(state: State): number {
    return states.push(state) - 1;
  }

  /** Adds the states of a node that go on to `next`; returns the first. */
  function build(node: PatternNode, next: number): number {
    if (++steps > MAX_STEPS) throw new PatternError("the pattern is too large");
    switch (node.type) {
      case "character":
        return add({ type: "character", accepts: tester(node.source, ignoreCase), next });
      case "assertion":
        return add({ type: "assertion", assertion: node.assertion, next });
      case "sequence":
        return node.items.reduceRight((following, item) => build(item, following), next);
      case "choice":
        return node.options
          .map((option) => build(option, next))
          .reduce((left, right) => add({ type: "split", left, right }));
      case "repeat":
        return buildRepeat(node.item, node.min, node.max, next);
    }
  }

  function buildRepeat(item: PatternNode, min: number, max: number, next: number): number {
    let first = next;
    if (max === Number.POSITIVE_INFINITY) {
      const loop = { type: "split" as const, left: next, right: next };
      first = add(loop);
      loop.left = build(item, first);
    } else {
      for (let optional = min; optional < max; optional++) {
        first = add({ type: "split", left: build(item, first), right: next });
      }
    }
    for (let required = 0; required < min; required++) first = build(item, first);
    return first;
  }

  return { start: build(pattern, 0), states };
}

/** Whether a single character matches; on one character, the language's own engine cannot backtrack. */
function tester(source: string, ignoreCase: boolean): (character: string) => boolean {
  try {
    const expression = new RegExp(`^${source}$`, ignoreCase ? "iu" : "u");
    return (character) => expression.test(character);
  } catch {
    throw new PatternError(`${source} is malformed`);
  }
}
