import { beforeAll, describe, expect, test } from "vitest";
import type { Command, Opt } from "./commands/command.ts";
import { globalOptions } from "./commands/globals.ts";
import { isGroup } from "./commands/tree/node.ts";
import { everyNode } from "./commands/walk.ts";
import { parse } from "./program.ts";

/** Every command, with the words that call it. */
const leaves: { readonly words: readonly string[]; readonly command: Command }[] = [];
beforeAll(async () => {
  for (const { path, node } of everyNode())
    if (!isGroup(node)) leaves.push({ words: path, command: (await node.load()).command });
});

describe("a command", () => {
  test("takes each of its examples", async () => {
    const examples = leaves.flatMap(({ words, command }) =>
      command.examples.map(([line]) => ({ line, name: words.join(" ") })),
    );
    // Anything that a shell does besides splitting at spaces is not part of this program.
    const plain = examples.filter(({ line }) => /^parley [^'"|<>$\\&]*$/.test(line));
    expect(plain.length).toBeGreaterThan(60);
    for (const { line, name } of plain)
      expect(await parse(line.split(" ").slice(1), "0", 80), `${name}: ${line}`).toHaveProperty("run");
  });

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
});

test.each([
  ["agents create --name Ann", "give fields with --set name=<value>, or run `parley agents create --help`"],
  [
    "agents update 7 --prompt-id x",
    "give fields with --set prompt_id=<value>, or run `parley agents update --help`",
  ],
  ["agents delete 7 --name Ann", "run `parley agents delete --help`"],
])("an unknown option: parley %s", async (line, hint) => {
  await expect(parse(line.split(" "), "0", 80)).rejects.toMatchObject({
    message: expect.stringContaining("unknown option"),
    options: { hint },
  });
});
