/** What may come next on a command line. Loads the tree and one command's file, and nothing that costs more. */
import type { Arg, Command, Opt } from "../commands/command.ts";
import { globalOptions } from "../commands/globals.ts";
import { topics } from "../commands/topics.ts";
import { isGroup, tree } from "../commands/tree.ts";
import { follow } from "../commands/walk.ts";
import type { Noun } from "./cache.ts";

/** Where names come from that only the stored profiles or the service know. */
export interface Known {
  profiles(): Promise<readonly string[]>;
  recall(noun: Noun): Promise<readonly string[]>;
}

/** The candidates for the last of `words`, those that begin with it. */
export async function complete(words: readonly string[], known: Known): Promise<string[]> {
  const current = words.at(-1) ?? "";
  const candidates = await candidatesFor(words.slice(0, -1), current, known);
  return candidates.filter((candidate) => candidate.startsWith(current));
}

async function candidatesFor(
  before: readonly string[],
  current: string,
  known: Known,
): Promise<readonly string[]> {
  const globals: Opt<unknown>[] = Object.values(globalOptions);
  const { names, rest, command, children } = await walk(before, globals);
  const options = [...Object.values(command?.options ?? {}), ...globals];
  const awaiting = options.find((spec) => takesValue(spec) && flagsOf(spec).includes(before.at(-1) ?? ""));
  if (awaiting) return valuesOf(awaiting.flags, awaiting.parser?.choices, known);
  if (current.startsWith("-")) return [...options.flatMap(flagsOf), "--help"];
  if (names.length === 0) return [...children, "help"];
  if (before[0] === "help") return [...children, ...Object.keys(topics)];
  const args = Object.values<Arg<unknown>>(command?.args ?? {});
  const arg = args[rest.length] ?? args.findLast(({ syntax }) => syntax.includes("..."));
  return [...children, ...(arg ? await valuesOf(arg.syntax, arg.parser.choices, known) : [])];
}

interface Place {
  readonly names: readonly string[];
  /** Arguments given so far. */
  readonly rest: readonly string[];
  readonly command: Command | undefined;
  readonly children: readonly string[];
}

/** Follows the words into the tree. */
async function walk(before: readonly string[], globals: readonly Opt<unknown>[]): Promise<Place> {
  const words = withoutFlags(before, globals);
  const asked = words[0] === "help" ? words.slice(1) : words;
  const { node, rest } = follow(asked);
  const load = node && (isGroup(node) ? node.self : node.load);
  return {
    names: words,
    rest,
    command: (await load?.())?.command,
    children: rest.length > 0 ? [] : Object.keys(node ? (isGroup(node) ? node.commands : {}) : tree),
  };
}

function withoutFlags(words: readonly string[], globals: readonly Opt<unknown>[]): string[] {
  const valued = new Set(globals.filter(takesValue).flatMap(flagsOf));
  return words.filter((word, i) => !word.startsWith("-") && !valued.has(words[i - 1] ?? ""));
}

const takesValue = ({ flags }: Opt<unknown>) => flags.includes("<");
const flagsOf = ({ flags }: Opt<unknown>) => flags.split(/[ ,]+/).filter((part) => part.startsWith("-"));

/** Values of a flag or argument: its choices, or what its placeholder names. */
async function valuesOf(syntax: string, choices: readonly string[] | undefined, known: Known) {
  if (choices) return choices;
  const [, placeholder = ""] = /[<[]([\w|-]+)/.exec(syntax) ?? [];
  if (syntax.startsWith("--profile") || placeholder === "profile") return known.profiles();
  if (syntax.startsWith("--agent") || placeholder === "agent-id") return known.recall("agent");
  if (placeholder === "simulation-id" || syntax.startsWith("--simulation")) return known.recall("simulation");
  if (placeholder.split("|").includes("label")) return known.recall("label");
  return [];
}
