import { type Dirent, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { usage } from "../../../lib/failure.ts";

const NAMED = /\.parley\.ya?ml$/;
const LEFT_OUT = /^(?:\.|node_modules$)/;
/** Deeper folders, and more entries than this, are not searched. */
const DEPTH = 8;
const ENTRIES_MAXIMUM = 50_000;

/** The test files in a folder and below, in the order of their paths. */
function findTestFiles(folder: string): string[] {
  const paths: string[] = [];
  let looked = 0;
  const look = (inside: string, depth: number) => {
    let entries: Dirent[];
    try {
      entries = readdirSync(join(folder, inside), { withFileTypes: true });
    } catch {
      // A folder that nobody may read has no tests.
      return;
    }
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (++looked > ENTRIES_MAXIMUM) return;
      const path = join(inside, entry.name);
      if (entry.isFile() && NAMED.test(entry.name)) paths.push(path);
      else if (entry.isDirectory() && depth < DEPTH && !LEFT_OUT.test(entry.name)) look(path, depth + 1);
    }
  };
  look("", 0);
  return paths;
}

/**
 * The test files that a person names: a folder stands for those in it and below.
 * @throws Failure (usage) if a folder has none
 */
export function namedTestFiles(cwd: string, named: readonly string[]): string[] {
  return named.flatMap((name) => {
    if (!statSync(resolve(cwd, name), { throwIfNoEntry: false })?.isDirectory()) return [name];
    const found = findTestFiles(resolve(cwd, name));
    if (found.length === 0)
      throw usage("no test files in this folder", {
        ...(name !== "." && { where: name }),
        hint: "a test file is named *.parley.yaml; `parley test --init` writes one",
      });
    return found.map((file) => join(name, file));
  });
}
