/** Finds what may come next on a command line. */
import type { Entry, KnownOption, KnownValue } from "./entry.ts";

/** Names that only the stored profiles or the service know. */
export type Known = (noun: NonNullable<KnownValue["noun"]>) => Promise<readonly string[]>;

/** The candidates for the last of `words`, all of which begin with it. */
export async function complete(words: readonly string[], program: Entry, known: Known): Promise<string[]> {
  const current = words.at(-1) ?? "";
  const candidates = await candidatesFor(words.slice(0, -1), current, program, known);
  return candidates.filter((candidate) => candidate.startsWith(current));
}

async function candidatesFor(
  before: readonly string[],
  current: string,
  program: Entry,
  known: Known,
): Promise<readonly string[]> {
  const names = withoutFlags(before, program.options);
  const { entry, rest } = walk(names[0] === "help" ? names.slice(1) : names, program);
  const options = entry === program ? program.options : [...(entry?.options ?? []), ...program.options];
  const awaiting = options.find(({ flags, value }) => value && flags.includes(before.at(-1) ?? ""));
  const valuesOf = ({ choices, noun }: KnownValue) => choices ?? (noun ? known(noun) : []);
  if (awaiting?.value) return valuesOf(awaiting.value);
  if (current.startsWith("-")) return [...options.flatMap(({ flags }) => flags), "--help"];
  const children = entry && rest.length === 0 ? Object.keys(entry.commands ?? {}) : [];
  if (names.length === 0) return [...children, "help"];
  if (before[0] === "help") return [...children, ...(program.topics ?? [])];
  const arg = entry?.args[rest.length] ?? entry?.args.findLast(({ repeats }) => repeats);
  return [...children, ...(arg ? await valuesOf(arg) : [])];
}

interface Position {
  /** Undefined after an unknown name. */
  readonly entry: Entry | undefined;
  /** The number of arguments given so far. */
  readonly rest: readonly string[];
}

/** Follows the words as long as they name commands. */
function walk(names: readonly string[], program: Entry): Position {
  let entry = program;
  let depth = 0;
  for (const name of names) {
    const { commands = {} } = entry;
    const below = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!below) break;
    entry = below;
    depth++;
  }
  return { entry: depth === 0 && names.length > 0 ? undefined : entry, rest: names.slice(depth) };
}

function withoutFlags(words: readonly string[], options: readonly KnownOption[]): string[] {
  const valued = new Set(options.flatMap(({ flags, value }) => (value ? flags : [])));
  return words.filter((word, i) => !word.startsWith("-") && !valued.has(words[i - 1] ?? ""));
}
