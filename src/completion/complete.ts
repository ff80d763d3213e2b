/** What may come next on a command line. Loads the tree and one command's file, and nothing that costs more. */
import type { Arg, Command, Opt } from "../commands/command.ts";
import { globalOptions } from "../commands/globals.ts";
import { topics } from "../commands/topics.ts";
import { isGroup, tree } from "../commands/tree.ts";
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
  const [name, verb] = asked;
  const node = name !== undefined && Object.hasOwn(tree, name) ? tree[name] : undefined;
  if (name === undefined || !node)
    return {
      names: words,
      rest: [],
      command: undefined,
      children: name === undefined ? Object.keys(tree) : [],
    };
  if (!isGroup(node))
    return { names: words, rest: asked.slice(1), command: (await node.load()).command, children: [] };
  const leaf = verb !== undefined && Object.hasOwn(node.commands, verb) ? node.commands[verb] : undefined;
  if (leaf) return { names: words, rest: asked.slice(2), command: (await leaf.load()).command, children: [] };
  const self = node.self ? (await node.self()).command : undefined;
  return {
    names: words,
    rest: asked.slice(1),
    command: self,
    children: verb ? [] : Object.keys(node.commands),
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
