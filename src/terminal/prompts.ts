import { usage } from "../failure.ts";
import { revealLookalikes } from "./lookalikes.ts";
import { sanitizeLine } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";

/** How a question that may not be asked is answered instead. */
interface Question {
  readonly message: string;
  /** The flag to give, named in the error where nobody can be asked. */
  readonly flag: string;
  readonly signal: AbortSignal;
}

/** Asks yes or no, on stderr. Without a person at the terminal: a usage error that names the flag. */
export async function confirm(terminal: Terminal, question: Question): Promise<boolean> {
  const { confirm: ask } = await library(terminal, question);
  const message = revealLookalikes(sanitizeLine(question.message));
  return ask({ message, default: false }, context(terminal, question));
}

/** Asks for a line of text. */
export async function askText(
  terminal: Terminal,
  question: Question & { default?: string },
): Promise<string> {
  const { input } = await library(terminal, question);
  const { message, default: preset } = question;
  return input(
    { message: sanitizeLine(message), ...(preset !== undefined && { default: preset }) },
    context(terminal, question),
  );
}

/** Asks for a secret; what is typed is not shown. */
export async function askSecret(terminal: Terminal, question: Question): Promise<string> {
  const { password } = await library(terminal, question);
  return password({ message: sanitizeLine(question.message), mask: true }, context(terminal, question));
}

/** A usage error that names the flag to give, where nobody can be asked. */
export function requirePerson(terminal: Terminal, { message, flag }: Omit<Question, "signal">): void {
  if (!terminal.isInteractive)
    throw usage(`${sanitizeLine(message)} cannot be asked here`, {
      hint: `there is no terminal to ask at; give ${flag}`,
    });
}

function library(terminal: Terminal, question: Question) {
  requirePerson(terminal, question);
  return import("@inquirer/prompts");
}

/** Left alone the library draws on stdout. */
const context = ({ streams }: Terminal, { signal }: Question) => ({
  input: streams.stdin,
  output: streams.stderr,
  signal,
});
