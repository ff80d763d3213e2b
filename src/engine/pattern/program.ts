import { PatternRefusal, type Structure } from "./structure.ts";

export type Instruction =
  /** Continues if the character is in the set. */
  | { kind: "set"; has(character: string): boolean }
  /** Continues if the characters around this position (undefined at the ends) satisfy the assertion. */
  | { kind: "assertion"; holds(before: string | undefined, after: string | undefined): boolean }
  /** Tries `first`, then `second`. */
  | { kind: "split"; first: number; second: number }
  | { kind: "jump"; to: number }
  | { kind: "match" };

const MAX_INSTRUCTIONS = 1000;
const LINE_ENDS = ["\n", "\r", "\u2028", "\u2029"];

/**
 * The instructions of a pattern, by Thompson's construction. Counted repetitions are expanded, up to a limit
 * of 1000 instructions. Throws PatternRefusal.
 */
export function compileProgram(structure: Structure, flags: string): Instruction[] {
  const program: Instruction[] = [];
  /** By source, because an expanded repetition needs the same set many times. */
  const tests = new Map<string, (character: string) => boolean>();
  emit(structure);
  push({ kind: "match" });
  return program;

  function push(instruction: Instruction): number {
    if (program.length >= MAX_INSTRUCTIONS)
      throw new PatternRefusal("this pattern is too large once its repetitions are written out", 0);
    return program.push(instruction) - 1;
  }

  function testOf(source: string): (character: string) => boolean {
    const test = tests.get(source) ?? characterTest(source, flags);
    tests.set(source, test);
    return test;
  }

  function emit(part: Structure): void {
    if (part.kind === "set") push({ kind: "set", has: testOf(part.source) });
    else if (part.kind === "assertion") push({ kind: "assertion", holds: assertionTest(part.sign, flags) });
    else if (part.kind === "sequence") part.items.forEach(emit);
    else if (part.kind === "choice") emitChoice(part.options);
    else emitRepeat(part);
  }

  function emitChoice(options: Structure[]): void {
    const ends: number[] = [];
    for (const [index, option] of options.entries()) {
      if (index === options.length - 1) {
        emit(option);
        break;
      }
      const split = push({ kind: "split", first: program.length + 1, second: 0 });
      emit(option);
      ends.push(push({ kind: "jump", to: 0 }));
      program[split] = { kind: "split", first: split + 1, second: program.length };
    }
    for (const end of ends) program[end] = { kind: "jump", to: program.length };
  }

  function emitRepeat({ item, min, max, greedy }: Extract<Structure, { kind: "repeat" }>): void {
    for (let copy = 0; copy < min; copy++) emit(item);
    const splits: number[] = [];
    if (max === Number.POSITIVE_INFINITY) {
      const split = push({ kind: "jump", to: 0 });
      splits.push(split);
      emit(item);
      push({ kind: "jump", to: split });
    } else {
      for (let copy = min; copy < max; copy++) {
        splits.push(push({ kind: "jump", to: 0 }));
        emit(item);
      }
    }
    const out = program.length;
    for (const split of splits) {
      program[split] = greedy
        ? { kind: "split", first: split + 1, second: out }
        : { kind: "split", first: out, second: split + 1 };
    }
  }
}

/** Tests with a RegExp whether a character is in a set, once for each different character. */
function characterTest(source: string, flags: string): (character: string) => boolean {
  const set = new RegExp(`^${source}$`, flags.replace("m", ""));
  const cache = new Map<string, boolean>();
  return (character) => {
    const answer = cache.get(character) ?? set.test(character);
    cache.set(character, answer);
    return answer;
  };
}

function assertionTest(
  sign: "^" | "$" | "\\b" | "\\B",
  flags: string,
): (before?: string, after?: string) => boolean {
  const multiline = flags.includes("m");
  const endsLine = (character: string | undefined) =>
    character === undefined || (multiline && LINE_ENDS.includes(character));
  if (sign === "^") return endsLine;
  if (sign === "$") return (_before, after) => endsLine(after);
  const isWord = characterTest("\\w", flags);
  const atEdge = (before: string | undefined, after: string | undefined) =>
    (before !== undefined && isWord(before)) !== (after !== undefined && isWord(after));
  return sign === "\\b" ? atEdge : (before, after) => !atEdge(before, after);
}
