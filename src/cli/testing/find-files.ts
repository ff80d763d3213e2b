import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

const NAMED = /\.parley\.ya?ml$/;
const LEFT_OUT = /^(?:\.|node_modules$)/;
/** Deeper folders, and more entries than this, are not searched. */
const DEPTH = 8;
const ENTRIES_MAXIMUM = 50_000;

/** The test files in a folder and below, in the order of their paths. */
export function findTestFiles(folder: string): string[] {
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
