/**
 * Parses ordinary command lines without commander, which would be the largest part of their start-up: a
 * command's name, its arguments, and options in full. Leaves anything unusual or wrong to commander, so that
 * messages and rare spellings come from one place.
 */
import type { Arg, Command, Opt } from "./commands/command.ts";
import { type Globals, globalOptions } from "./commands/globals.ts";
import { isGroup } from "./commands/tree/node.ts";
import { follow } from "./commands/walk.ts";
import type { Invocation } from "./program.ts";

type Options = Readonly<Record<string, Opt<unknown>>>;
type Values = Record<string, unknown>;

/** What commander would parse from the words; undefined if commander has to do it. */
export async function readPlainLine(words: readonly string[]): Promise<Invocation | undefined> {
  const { node, rest } = follow(words);
  if (!node || isGroup(node)) return undefined;
  const { command } = await node.load();
  try {
    return read(command, rest);
  } catch {
    // An invalid value: commander's error says which option it belongs to.
    return undefined;
  }
}

function read(command: Command, words: readonly string[]): Invocation | undefined {
  const { args = {}, options = {} } = command;
  const globals = fallbacksOf(globalOptions);
  const input = fallbacksOf(options);
  const operands: string[] = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (!word.startsWith("-")) {
      operands.push(word);
      continue;
    }
    const [flag, inline] = cut(word);
    const taken =
      take(flag, inline, left, globalOptions, globals) ?? take(flag, inline, left, options, input) ?? false;
    if (!taken) return undefined;
  }
  const values = readArgs(operands, Object.entries(args));
  if (!values) return undefined;
  const debug_level = words.filter((word) => word === "--debug").length;
  return {
    command,
    globals: { ...globals, debug_level } as unknown as Globals,
    input: { ...values, ...input },
  };
}

/** Splits `--flag=value`. The value is undefined if there is no `=`. */
function cut(word: string): readonly [flag: string, inline: string | undefined] {
  const at = word.startsWith("--") ? word.indexOf("=") : -1;
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

/**
 * Reads an option into `values`, taking its value from `left` unless it is inline. Undefined if the flag is
 * not among `specs`, false if it is not written in full.
 */
function take(
  flag: string,
  inline: string | undefined,
  left: string[],
  specs: Options,
  values: Values,
): boolean | undefined {
  const found = Object.entries(specs).find(([, { flags }]) => flags.split(/[ ,]+/).includes(flag));
  if (!found) return undefined;
  const [key, { parser, repeats }] = found;
  if (!parser) {
    if (inline !== undefined) return false;
    values[key] = true;
    return true;
  }
  const text = inline ?? left.shift();
  // It looks like an option, so it may be one.
  if (text === undefined || (inline === undefined && text.startsWith("-"))) return false;
  const value = parser.parse(text);
  values[key] = repeats ? [...(values[key] as unknown[]), value] : value;
  return true;
}

const fallbacksOf = (specs: Options): Values =>
  Object.fromEntries(Object.entries(specs).map(([key, { fallback }]) => [key, fallback]));

/** The operands as values of a command's arguments; undefined if there are too few or too many. */
function readArgs(
  operands: readonly string[],
  specs: readonly (readonly [string, Arg<unknown>])[],
): Values | undefined {
  const values: Values = {};
  for (const [at, [key, { syntax, parser }]] of specs.entries()) {
    const text = operands[at];
    if (text === undefined && syntax.startsWith("<")) return undefined;
    if (syntax.includes("...")) values[key] = operands.slice(at).map((text) => parser.parse(text));
    else values[key] = text === undefined ? undefined : parser.parse(text);
  }
  const isVariadic = specs.at(-1)?.[1].syntax.includes("...") === true;
  return operands.length > specs.length && !isVariadic ? undefined : values;
}
