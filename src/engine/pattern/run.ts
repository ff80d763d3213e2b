import type { Instruction } from "./program.ts";
import type { Span } from "./span.ts";
import type { Work } from "./work.ts";

/** A possible match in progress: the next instruction, and the character at which it began. */
interface Thread {
  instruction: number;
  start: number;
}

const MAX_STEPS = 2_000_000;

/**
 * All matches of a program in a text, without overlaps. Undefined if they need more than two million steps,
 * or more than `work` has left. Threads advance together, one character at a time, in the order in which a
 * backtracking matcher would try them (Pike's method). So the work never grows faster than text times
 * program.
 */
export function findAll(
  program: Instruction[],
  text: string,
  work: Work = { left: MAX_STEPS },
): Span[] | undefined {
  const most = Math.min(MAX_STEPS, work.left);
  if (most <= 0) return undefined;
  const characters = Array.from(text);
  const offsets = offsetsOf(characters);
  const spans: Span[] = [];
  /** Where each instruction was last entered. A later thread in the same state changes nothing. */
  const entered = new Int32Array(program.length);
  let steps = 0;

  for (let from = 0; from < characters.length; ) {
    entered.fill(-1);
    const steps_before = steps;
    const span = findFrom(from);
    work.left -= steps - steps_before;
    if (steps > most) return undefined;
    if (!span) break;
    spans.push({ start: offsets[span.start] ?? 0, end: offsets[span.end] ?? 0 });
    from = span.end;
  }
  return spans;

  function findFrom(from: number): Span | undefined {
    let match: Span | undefined;
    let threads: Thread[] = [];
    for (let place = from; place <= characters.length && steps <= most; place++) {
      if (!match) enter(threads, 0, place, place);
      if (threads.length === 0 && match) break;
      const next: Thread[] = [];
      for (const { instruction, start } of threads) {
        const step = program[instruction];
        if (step?.kind === "match") {
          match = { start, end: place };
          break;
        }
        const character = characters[place];
        if (step?.kind === "set" && character !== undefined && step.has(character)) {
          enter(next, instruction + 1, start, place + 1);
        }
      }
      threads = next;
    }
    return match;
  }

  function enter(threads: Thread[], instruction: number, start: number, place: number): void {
    steps += 1;
    if (entered[instruction] === place) return;
    entered[instruction] = place;
    const step = program[instruction];
    if (step?.kind === "jump") enter(threads, step.to, start, place);
    else if (step?.kind === "split") {
      enter(threads, step.first, start, place);
      enter(threads, step.second, start, place);
    } else if (step?.kind === "assertion") {
      if (step.holds(characters[place - 1], characters[place])) enter(threads, instruction + 1, start, place);
    } else threads.push({ instruction, start });
  }
}

/** The UTF-16 offset of each character, and of the end. */
function offsetsOf(characters: string[]): number[] {
  const offsets = [0];
  for (const character of characters) offsets.push((offsets.at(-1) ?? 0) + character.length);
  return offsets;
}
