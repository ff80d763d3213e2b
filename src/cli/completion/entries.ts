/**
 * What completion needs to know about every command. The build calls this, so that completion loads no
 * command.
 */
import type { Arg, Command, Opt } from "../commands/command.ts";
import { globalOptions } from "../commands/globals.ts";
import { topics } from "../commands/topics.ts";
import { isGroup, type Node } from "../commands/tree/node.ts";
import { tree } from "../commands/tree.ts";
import type { Entry, KnownArg, KnownOption, KnownValue } from "./entry.ts";

/** The entry of the program, which contains those of all commands. */
export async function completionEntries(): Promise<Entry> {
  return {
    commands: await mapValues(tree, entryOf),
    options: Object.values<Opt<unknown>>(globalOptions).map(toOption),
    args: [],
    topics: Object.keys(topics),
  };
}

async function entryOf(node: Node): Promise<Entry> {
  const load = isGroup(node) ? node.self : node.load;
  const { args = {}, options = {} }: Partial<Command> = (await load?.())?.command ?? {};
  return {
    ...(isGroup(node) && { commands: await mapValues(node.commands, entryOf) }),
    options: Object.values<Opt<unknown>>(options).map(toOption),
    args: Object.values<Arg<unknown>>(args).map(toArg),
  };
}

async function mapValues<T, R>(values: Readonly<Record<string, T>>, map: (value: T) => Promise<R>) {
  const entries = Object.entries(values).map(async ([name, value]) => [name, await map(value)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

const toOption = ({ flags, parser }: Opt<unknown>): KnownOption => ({
  flags: flags.split(/[ ,]+/).filter((part) => part.startsWith("-")),
  ...(flags.includes("<") && { value: toValue(flags, parser?.choices) }),
});

const toArg = ({ syntax, parser }: Arg<unknown>): KnownArg => ({
  ...toValue(syntax, parser.choices),
  ...(syntax.includes("...") && { repeats: true }),
});

/** The choices of a flag or argument, or the noun that its name or placeholder refers to. */
function toValue(syntax: string, choices: readonly string[] | undefined): KnownValue {
  if (choices) return { choices };
  const [, placeholder = ""] = /[<[]([\w|-]+)/.exec(syntax) ?? [];
  if (syntax.startsWith("--profile") || placeholder === "profile") return { noun: "profile" };
  if (syntax.startsWith("--agent") || placeholder === "agent-id") return { noun: "agent" };
  if (syntax.startsWith("--simulation") || placeholder === "simulation-id") return { noun: "simulation" };
  return placeholder.split("|").includes("label") ? { noun: "label" } : {};
}
