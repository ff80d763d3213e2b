/** What SECURITY.md claims is shown by tests that are there. */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { targets } from "../fuzz/targets/index.ts";

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(root, "SECURITY.md"), "utf8");
const quoted = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);

test("every file that it names is there", () => {
  const files = quoted.filter((text) => /^(?:test|src|docs|scripts|examples)\/|\.test\.ts$/.test(text));
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("every fuzz target that it names is there, and it names them all", () => {
  const table = /## Fuzzing\n([\s\S]*?)\n## /.exec(page)?.[1] ?? "";
  const named = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(targets.map(({ name }) => name).sort());
});
