/**
 * The README does what it says: a newcomer types it from top to bottom. Its picture and its links are valid
 * too.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useReader } from "../support/reader.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "parley-readme-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("from the packed file", () => {
  const reader = useReader(join(folder, "package/bin/parley.js"));

  // The install line itself needs the registry for the only dependency. Here, that comes from this
  // repository.
  beforeAll(() => {
    expect([...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block)).toEqual([
      'npm install --global "$(npm pack --silent)"\n',
    ]);
    const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
    const file = execFileSync("npm", pack, { cwd: ROOT, encoding: "utf8" }).trim();
    expect(readme).toContain(file);
    execFileSync("tar", ["-xzf", join(folder, file), "-C", folder]);
    symlinkSync(join(ROOT, "node_modules"), join(folder, "package/node_modules"));
  });

  test("every command runs as written, in order, and shows what the README says", async (context) => {
    await reader(context).reads("README.md");
  }, 120_000);
});

test("the picture is what the program prints today (`npm run picture` redraws it)", () => {
  const drawn = join(folder, "picture.svg");
  execFileSync(process.execPath, [join(ROOT, "scripts/picture.mjs"), drawn], { stdio: "pipe" });
  expect(readFileSync(drawn, "utf8")).toBe(readFileSync(join(ROOT, "docs/failed-call.svg"), "utf8"));
}, 60_000);

const filesIn = (place: string, ending: RegExp): string[] =>
  readdirSync(join(ROOT, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
const pages = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
  ...["docs", "fixtures", "src/engine/texts"].flatMap((place) => filesIn(place, /\.md$/)),
];
const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8");

test("no page tells users to install the package by its name, which is not registered", () => {
  const recipes = filesIn("examples", /./);
  expect(recipes.length).toBeGreaterThan(5);
  for (const file of [...pages, ...recipes])
    expect(textOf(file), file).not.toMatch(/(?:npm (?:i|install)|npx)\b.* parley(?:-cli)?(?:\s|@|$)/m);
});

test("every link of the pages leads to a file, and every page is in the index of its folder", () => {
  for (const page of pages)
    for (const [, target = ""] of textOf(page).matchAll(/\]\((?!\w+:)([^)#]+)/g))
      expect(existsSync(resolve(ROOT, page, "..", target)), `${page} links to ${target}`).toBe(true);
  for (const page of pages.filter((path) => /^docs\//.test(path) && basename(path) !== "README.md"))
    expect(textOf(join(dirname(page), "README.md")), page).toContain(`](${basename(page)})`);
});
