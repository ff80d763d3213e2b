/** Existing tests prove the claims of the threat model. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { BYTES_MAXIMUM, sizeInWords } from "../../src/lib/files.ts";

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/threat-model.md"), "utf8");
const quoted = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);

test("every file that it names is there", () => {
  const files = quoted.filter((text) =>
    /^(?:test|src|docs|scripts|examples)\/|^[\w-]+\.test\.ts$/.test(text),
  );
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("every fuzz target that it names is there, and it names them all", () => {
  const table = /## Fuzzing\n([\s\S]*?)\n## /.exec(page)?.[1] ?? "";
  const named = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  const folder = join(root, "test/fuzz/targets");
  const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const targets = sources.flatMap((text) =>
    [...text.matchAll(/target\(\{\s+name: "([\w-]+)"/g)].map(([, name]) => name),
  );
  expect(targets.length).toBeGreaterThan(12);
  expect(named.sort()).toEqual(targets.sort());
});

test("the limits of files that it names are those in force", () => {
  const table = /No file is read beyond its limit:\n([\s\S]*?)\n\n`parley/.exec(page)?.[1] ?? "";
  const named = [...table.matchAll(/^\| .* \| (\d+ \w+) \|$/gm)].map(([, limit]) => limit);
  expect(named.sort()).toEqual(Object.values(BYTES_MAXIMUM).map(sizeInWords).sort());
});
