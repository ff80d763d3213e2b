import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { isGroup } from "../../src/commands/tree.ts";
import { follow } from "../../src/commands/walk.ts";
import { useCli } from "../support/cli.ts";

const parley = useCli();
const readme = readFileSync(resolve(import.meta.dirname, "../../README.md"), "utf8");

/** Every `parley …` line of the README's shell blocks, continued lines joined, comments cut. */
const lines = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block = ""]) => block.replaceAll("\\\n", " ").split("\n"))
  .flatMap((line) => /(?:^|\| )(parley [^#|]*)/.exec(line)?.[1] ?? [])
  .map((line) => line.trim());

describe("the README", () => {
  test("shows commands", () => {
    expect(lines.length).toBeGreaterThan(15);
  });

  test.each([...new Set(lines)])("is true: %s", async (line) => {
    const { path: words, node } = follow(line.split(/\s+/).slice(1));
    expect(node, line).toBeDefined();
    if (node && isGroup(node)) expect(node.self, line).toBeDefined();
    const [own, every] = await Promise.all([parley([...words, "--help"]), parley(["--help"])]);
    const known = own.stdout + every.stdout;
    for (const [flag] of line.matchAll(/(?<= )--?[a-z][\w-]*/g))
      expect(known).toMatch(new RegExp(`${flag}\\b`));
  });

  test.each([...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map(([, path = ""]) => path))(
    "links to %s, which is there",
    (path) => {
      expect(() => readFileSync(resolve(import.meta.dirname, "../..", path))).not.toThrow();
    },
  );
});
