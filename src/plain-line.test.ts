import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Arg, Command, Opt } from "./commands/command.ts";
import { globalOptions } from "./commands/globals.ts";
import type { Parser } from "./commands/parsers.ts";
import { isGroup } from "./commands/tree/node.ts";
import { everyNode } from "./commands/walk.ts";
import { readPlainLine } from "./plain-line.ts";
import { type Invocation, parse } from "./program.ts";

/** Every command with its own name and with the words that call it. */
const leaves: { readonly words: readonly string[]; readonly command: Command }[] = [];
beforeAll(async () => {
  for (const { path, node } of everyNode())
    if (!isGroup(node)) leaves.push({ words: path, command: (await node.load()).command });
});

async function byCommander(words: readonly string[]): Promise<Invocation | undefined> {
  try {
    const parsed = await parse(words, "0", 80);
    return "run" in parsed ? parsed.run : undefined;
  } catch {
    return undefined;
  }
}

/** Words that some argument or option accepts, and some that none of them accepts. */
const SOME_VALUES = [
  ..."7 0 -1 1.5 text - -- --json -x = a=b a=b=c json=a [1] {} json TEXT staging list help".split(" "),
  ..."2026-11-01T12:00:00Z 127.0.0.1:8787 https://a.example/x".split(" "),
  ...["00000000-0000-4000-8000-000000000000", "", "a b"],
];

/** Usually a valid value. */
function anyValue({ parse: parseText, choices = [] }: Parser<unknown>) {
  const fits = (value: string) => {
    try {
      parseText(value);
      return !value.startsWith("-");
    } catch {
      return false;
    }
  };
  const fitting = [...SOME_VALUES, ...choices].filter(fits);
  const good = fitting.length > 0 ? fitting : SOME_VALUES;
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...SOME_VALUES) },
  );
}

/** An option in any notation: separate, with `=`, or short; sometimes with too much or too little. */
function anyOption({ flags, parser }: Opt<unknown>) {
  const flag = fc.constantFrom(...flags.split(/[ ,]+/).filter((part) => part.startsWith("-")));
  const rare = { weight: 1, arbitrary: flag.map((flag) => (parser ? [flag] : [`${flag}=x`])) };
  if (!parser) return fc.oneof({ weight: 9, arbitrary: flag.map((flag) => [flag]) }, rare);
  const written = fc
    .tuple(flag, anyValue(parser))
    .chain(([flag, value]) => fc.constantFrom([flag, value], [`${flag}=${value}`], [flag + value]));
  return fc.oneof({ weight: 9, arbitrary: written }, rare);
}

/** Words of a line, usually with the arguments that the command needs. */
function anyLine({ words, command }: (typeof leaves)[number]) {
  const args = Object.values<Arg<unknown>>(command.args ?? {}).map(({ parser }) =>
    anyValue(parser).map((value) => [value]),
  );
  const own = Object.values<Opt<unknown>>(command.options ?? {}).map(anyOption);
  const every = Object.values<Opt<unknown>>(globalOptions).map(anyOption);
  const option = fc.oneof(...own, ...own, fc.oneof(...every));
  const line = fc.tuple(
    fc.array(option, { maxLength: 3 }),
    fc.tuple(...args),
    fc.array(option, { maxLength: 2 }),
  );
  const cut = fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });
  return fc
    .tuple(line, cut)
    .map(([[before, given, after], missing]) => [...before, ...given.slice(missing), ...after].flat())
    .map((found) => [...words, ...found]);
}

describe("a plain command line", () => {
  test("is read as commander reads it, or left to commander", async () => {
    let read = 0;
    for (const leaf of leaves)
      await fc.assert(
        fc.asyncProperty(anyLine(leaf), async (words) => {
          const plain = await readPlainLine(words);
          if (plain) expect(plain).toEqual(await byCommander(words));
          if (plain) read++;
        }),
        { numRuns: 20 },
      );
    // Otherwise, nothing was compared.
    expect(read).toBeGreaterThan(leaves.length * 4);
  });

  test("is each example of a command, as far as commander takes it", async () => {
    const examples = leaves.flatMap(({ command }) => command.examples.map(([line]) => line));
    // Anything that a shell does besides splitting at spaces is not part of this program.
    const lines = examples.filter((line) => /^parley [^'"|<>$\\&]*$/.test(line));
    expect(lines.length).toBeGreaterThan(60);
    for (const line of lines) {
      const words = line.split(" ").slice(1);
      const read = await byCommander(words);
      expect(await readPlainLine(words), line).toEqual(read);
    }
  });

  // Commander has rules for both, which are not duplicated here.
  test("has no option that is also a global one, or that undoes another one", () => {
    const flagsOf = (options: object = {}) =>
      Object.values<Opt<unknown>>({ ...options }).flatMap(
        ({ flags }) => flags.match(/(?<![\w<])-[\w-]+/g) ?? [],
      );
    const every = new Set<string>(flagsOf(globalOptions));
    for (const { words, command } of leaves) {
      const own = flagsOf(command.options);
      expect(
        own.filter((flag) => every.has(flag)),
        words.join(" "),
      ).toEqual([]);
      const positive = own.map((flag) => flag.replace(/^--no-/, "--"));
      expect(positive, words.join(" ")).toEqual([...new Set(positive)]);
    }
  });

  test.each([
    { why: "help", line: "agents list --help" },
    { why: "an unknown command", line: "agents lists" },
    { why: "a group alone", line: "agents" },
    { why: "an unknown option", line: "agents list --what" },
    { why: "an abbreviation", line: "agents list --conn SMS" },
    { why: "short options in one word", line: "agents list -qy" },
    { why: "a value in one word with its option", line: "agents list -ojson" },
    { why: "an option before the command", line: "--json agents list" },
    { why: "a value that may be an option", line: "agents list --name --json" },
    { why: "a value too little", line: "agents list --name" },
    { why: "a value that does not fit", line: "agents list --mode NONE" },
    { why: "a value where none belongs", line: "agents list --json=yes" },
    { why: "an argument too many", line: "agents list 1" },
    { why: "an argument too few", line: "agents show" },
    { why: "the end of options", line: "agents show -- 1" },
    { why: "words that mean something everywhere", line: "constructor toString" },
  ])("leaves $why to commander", async ({ line }) => {
    expect(await readPlainLine(line.split(" "))).toBeUndefined();
  });
});
