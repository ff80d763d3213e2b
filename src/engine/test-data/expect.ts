/** Expectations of others as those of a test file. Each is checked, so that no file is written that cannot be read. */
import { EXPECTATION_MAXIMUM } from "../../contract/limits.ts";
import { catalogue } from "../metrics/catalogue.ts";
import { checkRules } from "../rules-language/compile.ts";
import { clauseOf } from "../rules-language/short-form.ts";
import type { Note, Place, Scenario } from "./scenario.ts";

/** Nobody would read a longer text as a pattern. */
const LITERAL_MAXIMUM = 200;
const NEEDS_MODEL = "only a language model can judge it; without one, it is not evaluated, and does not pass";

/** A pattern that matches exactly these characters. */
export const literal = (text: string): string =>
  text
    .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\t", "\\t");

export interface SaidOptions {
  readonly ignore_case?: boolean;
  readonly never?: boolean;
}

/** `says /…/` for a pattern. */
export const says = (pattern: string, { ignore_case = false, never = false }: SaidOptions = {}): string =>
  `${never ? "never " : ""}says /${pattern.replace(/(?<!\\)\//g, "\\/")}/${ignore_case ? "i" : ""}`;

/** `calls TOOL with {…}`; a name of several words is quoted. */
export const calls = (tool: string, parameters?: unknown): string =>
  `calls ${/^[A-Za-z_][A-Za-z0-9_]*$/.test(tool) ? tool : JSON.stringify(tool)}${
    parameters && Object.keys(parameters).length > 0 ? ` with ${JSON.stringify(parameters)}` : ""
  }`;

/** Collects what a scenario expects, and what of it was lost. */
export class Expected {
  readonly clauses: string[] = [];
  readonly #notes: Note[];
  #lost = 0;

  constructor(notes: Note[]) {
    this.#notes = notes;
  }

  /** @param into of a turn; by default of the whole conversation */
  clause(at: Place, expectation: string, into: string[] = this.clauses): void {
    const mistake = mistakeIn(expectation);
    if (mistake === undefined) into.push(expectation);
    else this.lost(at, `cannot be expressed: ${mistake}`);
  }

  /** Exactly these characters, somewhere in what the agent says. */
  text(at: Place, text: string, options?: SaidOptions, into?: string[]): void {
    if (text.length > LITERAL_MAXIMUM)
      this.lost(at, `a text of ${text.length} characters is too long for an exact comparison`);
    else this.clause(at, says(literal(text), options), into);
  }

  /** For a judge. @param sentence as a reader understands it who sees the whole conversation */
  sentence(at: Place, sentence: string): void {
    const line = sentence.trim();
    const safe = clauseOf(line) === undefined ? line : `The agent's answer must satisfy: ${line}`;
    if (safe.length > EXPECTATION_MAXIMUM) {
      this.lost(
        at,
        `a sentence for a judge has at most ${EXPECTATION_MAXIMUM} characters, not ${safe.length}`,
      );
      return;
    }
    this.clauses.push(safe);
    this.#notes.push({ at, state: "needs_model", message: NEEDS_MODEL });
  }

  lost(at: Place, message: string): void {
    this.#lost++;
    this.#notes.push({ at, state: "no_counterpart", message });
  }

  /** The scenario, unless nothing that it expects could be taken over: a caller that expects nothing always passes. */
  scenario(
    name: string,
    at: Place,
    caller: Readonly<Record<string, unknown>>,
    turns: readonly { readonly say: string; readonly expect: readonly string[] }[] = [],
  ): Scenario {
    const count = this.clauses.length + turns.reduce((sum, { expect }) => sum + expect.length, 0);
    if (count === 0)
      return {
        name,
        at,
        reason: this.#lost === 0 ? "it expects nothing" : "nothing that it expects has a counterpart",
      };
    return {
      name,
      at,
      caller: {
        name,
        ...caller,
        ...(turns.length > 0 && {
          turns: turns.map(({ say, expect }) => (expect.length > 0 ? { say, expect } : { say })),
        }),
        ...(this.clauses.length > 0 && { expect: [...new Set(this.clauses)] }),
      },
    };
  }
}

function mistakeIn(expectation: string): string | undefined {
  if (expectation.length > EXPECTATION_MAXIMUM) return `more than ${EXPECTATION_MAXIMUM} characters`;
  const clause = clauseOf(expectation);
  if (clause === undefined) return "it is not a clause";
  return checkRules(`@rules\n${clause}`, { response_type: "pass_fail" }, [...catalogue])[0]?.message;
}
