import type { Assertion, PatternNode } from "./pattern-syntax.ts";

const MAX_STEPS = 1000;

type Step =
  | { kind: "character"; test: RegExp; next: number }
  | { kind: "assertion"; at: Assertion; next: number }
  | { kind: "fork"; ways: number[] }
  | { kind: "match" };

export interface Automaton {
  steps: Step[];
  start: number;
}

/** Thompson's construction: the tree as steps that point to the next, built from the end. A string says it is too large. */
export function compile(pattern: PatternNode): Automaton | string {
  const steps: Step[] = [{ kind: "match" }];
  let full = false;
  const add = (step: Step): number => {
    if (steps.length >= MAX_STEPS) full = true;
    else steps.push(step);
    return steps.length - 1;
  };
  const build = (node: PatternNode, next: number): number => {
    if (full) return next;
    switch (node.kind) {
      case "character":
        return add({ kind: "character", test: node.test, next });
      case "assertion":
        return add({ kind: "assertion", at: node.at, next });
      case "sequence":
        return node.parts.reduceRight((after, part) => build(part, after), next);
      case "choice":
        return add({ kind: "fork", ways: node.parts.map((part) => build(part, next)) });
      case "repeat":
        return repeat(node, next);
    }
  };
  const repeat = ({ part, min, max }: Extract<PatternNode, { kind: "repeat" }>, next: number): number => {
    let entry = next;
    if (max === Number.POSITIVE_INFINITY) {
      const ways = [next];
      entry = add({ kind: "fork", ways });
      ways.push(build(part, entry));
    } else
      for (let count = min; count < max && !full; count += 1)
        entry = add({ kind: "fork", ways: [next, build(part, entry)] });
    for (let count = 0; count < min && !full; count += 1) entry = build(part, entry);
    return entry;
  };
  const start = build(pattern, 0);
  return full ? `the pattern has more than ${MAX_STEPS} steps` : { steps, start };
}

/** Whether the automaton matches anywhere in a text. All ways are followed together, each step once a character. */
export function runs({ steps, start }: Automaton, text: string): boolean {
  const characters = [...text];
  let active = new Set<number>();
  for (let place = 0; place <= characters.length; place += 1) {
    active.add(start);
    const reached = closure(steps, active, characters, place);
    if (reached.has(0)) return true;
    const character = characters[place];
    active = new Set();
    if (character === undefined) return false;
    for (const index of reached) {
      const step = steps[index];
      if (step?.kind === "character" && step.test.test(character)) active.add(step.next);
    }
  }
  return false;
}

/** The steps that are reached without reading a character. */
function closure(
  steps: readonly Step[],
  from: ReadonlySet<number>,
  characters: readonly string[],
  place: number,
): Set<number> {
  const reached = new Set<number>();
  const waiting = [...from];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (reached.has(index)) continue;
    reached.add(index);
    const step = steps[index];
    if (step?.kind === "fork") waiting.push(...step.ways);
    else if (step?.kind === "assertion" && holds(step.at, characters, place)) waiting.push(step.next);
  }
  return reached;
}

function holds(at: Assertion, characters: readonly string[], place: number): boolean {
  if (at === "start") return place === 0;
  if (at === "end") return place === characters.length;
  const boundary = isWord(characters[place - 1]) !== isWord(characters[place]);
  return boundary === (at === "boundary");
}

const isWord = (character: string | undefined) =>
  character !== undefined && /^[\p{L}\p{M}\p{N}_]$/u.test(character);
