import { compileProgram } from "./program.ts";
import { findAll } from "./run.ts";
import type { Span } from "./span.ts";

import { PatternRefusal, parseStructure } from "./structure.ts";
import type { Work } from "./work.ts";

export type CompiledPattern =
  | {
      ok: true;
      /**
       * All matches from left to right, without empty or overlapping ones. Undefined if the text needs too
       * much work. If `work` is given, the search also takes its steps from it, and stops when none are left.
       */
      test(text: string, work?: Work): Span[] | undefined;
    }
  /** `index` is the offset in `source` of the mistake, if it is known. */
  | { ok: false; message: string; index?: number };

const MAX_SOURCE = 500;
const MAX_TEXT = 20_000;
const LEADING_FLAGS = /^\(\?([a-z]+)\)/;
const MISPLACED_FLAGS = /\(\?[a-z]{1,9}\)/;

/**
 * Compiles a user's pattern so that it cannot hang. Whatever the pattern and the text, the work is at most
 * (length of the program) x (length of the text), and also limited to a fixed number of steps.
 *
 * The language is JavaScript's with the flag `u`, and matches are the ones JavaScript finds. These are not
 * supported: back references and look-around (they cannot be matched in bounded time), repeating something
 * that may be empty, and patterns that match the empty text. Flags: `i`, `m`, `s`, `u` (always on), also in
 * front as `(?i)`. A pattern has at most 500 characters, a text at most 20,000.
 */
export function compilePattern(source: string, flags: string): CompiledPattern {
  if (source.length > MAX_SOURCE)
    return { ok: false, message: `a pattern can have at most ${MAX_SOURCE} characters`, index: MAX_SOURCE };
  const [prefix = "", leading = ""] = LEADING_FLAGS.exec(source) ?? [];
  const unknown = [...leading, ...flags].find((flag) => !"imsu".includes(flag));
  if (unknown !== undefined)
    return { ok: false, message: `unknown flag \`${unknown}\`; the flags are \`i\`, \`m\` and \`s\`` };
  const allFlags = [...new Set(["u", ...leading, ...flags])].join("");
  const body = source.slice(prefix.length);
  const invalid = syntaxErrorOf(body, allFlags);
  const misplaced = MISPLACED_FLAGS.exec(body);
  if (invalid !== undefined && misplaced)
    return {
      ok: false,
      message: `\`${misplaced[0]}\` belongs at the front, where it holds for the whole pattern`,
      index: prefix.length + misplaced.index,
    };
  if (invalid !== undefined) return { ok: false, message: invalid };
  try {
    const program = compileProgram(parseStructure(body), allFlags);
    return {
      ok: true,
      test: (text, work) => (text.length > MAX_TEXT ? undefined : findAll(program, text, work)),
    };
  } catch (refusal) {
    if (!(refusal instanceof PatternRefusal)) throw refusal;
    return { ok: false, message: refusal.message, index: prefix.length + refusal.index };
  }
}

/** Why JavaScript's own parser refuses a pattern. */
function syntaxErrorOf(body: string, flags: string): string | undefined {
  try {
    new RegExp(body, flags);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const reason = message.slice(message.lastIndexOf(": ") + 2);
    return `this is not a valid pattern: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
  }
}
