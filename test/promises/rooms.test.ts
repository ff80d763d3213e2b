/** Imports between the folders of src/ go one way: no folder is imported, however indirectly, by one that it imports. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** The modules below a folder, without tests and declarations, by their paths from the root. */
const modulesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.(?:test|d)\.ts$/.test(file))
    .map((file) => join(folder, file.replaceAll("\\", "/")));

const importedBy = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"\n]+)"/g)].map(
    ([, path]) => join(dirname(file), path ?? ""),
  );

/** Which folders and modules directly below `folder` import which others of them, with an import of each pair. */
function imports(folder: string): Map<string, Map<string, string>> {
  const room = (file: string) => {
    const [first] = file.slice(folder.length + 1).split("/");
    return file.startsWith(`${folder}/`) ? first : undefined;
  };
  const found = new Map<string, Map<string, string>>();
  for (const file of modulesIn(folder)) {
    const from = room(file);
    if (!from) continue;
    const others = found.get(from) ?? new Map<string, string>();
    found.set(from, others);
    for (const imported of importedBy(file)) {
      const to = room(imported);
      if (to && to !== from) others.set(to, `${file} imports ${imported}`);
    }
  }
  return found;
}

/** An import of each pair of folders or modules that reach each other. */
function circles(folder: string): string[] {
  const graph = imports(folder);
  const reached = (from: string): Set<string> => {
    const all = new Set(graph.get(from)?.keys());
    for (const room of all) for (const next of graph.get(room)?.keys() ?? []) all.add(next);
    return all;
  };
  return [...graph].flatMap(([from, others]) =>
    [...others].filter(([to]) => reached(to).has(from)).map(([, why]) => why),
  );
}

test.each(["src", "src/engine", "src/engine/caller", "src/service", "src/service/domain"])(
  "the folders of %s do not import each other in a circle",
  (folder) => {
    expect(imports(folder).size).toBeGreaterThan(5);
    expect(circles(folder)).toEqual([]);
  },
);
