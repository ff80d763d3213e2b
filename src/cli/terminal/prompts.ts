import { usage } from "../../lib/failure.ts";
import { revealLookalikes } from "./lookalikes.ts";
import { sanitizeLine } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";

/** A question, and the flag that replaces it if it cannot be asked. */
interface Question {
  readonly message: string;
  /** The flag that answers the question. The error names it if no person can be asked. */
  readonly flag: string;
  readonly signal: AbortSignal;
}

/**
 * Asks yes or no, on stderr. Fails with a usage error that names the flag if no person is at the terminal.
 */
export async function confirm(terminal: Terminal, asked: Omit<Question, "flag">): Promise<boolean> {
  const question = { ...asked, flag: "--yes" };
  const { confirm: ask } = await library(terminal, question, "confirmation");
  const message = revealLookalikes(sanitizeLine(question.message));
  return ask({ message, default: false }, context(terminal, question));
}

interface TextQuestion extends Question {
  readonly default?: string;
  /** What is wrong with an answer, which is then asked for again; true if nothing is. */
  validate?(text: string): string | true;
}

/** Asks for a line of text. */
export async function askText(terminal: Terminal, question: TextQuestion): Promise<string> {
  const { input } = await library(terminal, question);
  const { message, default: preset, validate } = question;
  return input(
    {
      message: sanitizeLine(message),
      ...(preset !== undefined && { default: preset }),
      ...(validate && { validate }),
    },
    context(terminal, question),
  );
}

/** Asks for one of several answers. @param choices each with the text that the person reads */
export async function askChoice<T>(
  terminal: Terminal,
  question: Question & { readonly choices: readonly { readonly name: string; readonly value: T }[] },
): Promise<T> {
  const { select } = await library(terminal, question);
  const choices = question.choices.map(({ name, value }) => ({ name: sanitizeLine(name), value }));
  const message = sanitizeLine(question.message);
  return select({ message, choices, pageSize: choices.length }, context(terminal, question));
}

/** Asks for a secret. The input is not shown. */
export async function askSecret(terminal: Terminal, question: Question): Promise<string> {
  const { password } = await library(terminal, question);
  return password({ message: sanitizeLine(question.message), mask: true }, context(terminal, question));
}

/** @throws Failure (usage) that names the flag to pass, if no person can be asked for a confirmation */
export function requireConfirmable(terminal: Terminal, message: string): void {
  requirePerson(terminal, { message, flag: "--yes" }, "confirmation");
}

function requirePerson(
  { nobody }: Terminal,
  { message, flag }: Omit<Question, "signal">,
  wanted: "confirmation" | "input",
): void {
  if (nobody)
    throw usage(`cannot ask for ${wanted}: ${nobody} (pass ${flag})`, { where: sanitizeLine(message) });
}

function library(terminal: Terminal, question: Question, wanted: "confirmation" | "input" = "input") {
  requirePerson(terminal, question, wanted);
  return import("@inquirer/prompts");
}

/** By default, the library draws on stdout. */
const context = ({ streams }: Terminal, { signal }: Question) => ({
  input: streams.stdin,
  output: streams.stderr,
  signal,
});
