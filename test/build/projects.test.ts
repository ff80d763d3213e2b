/** Which tests each script of package.json runs: every file is in exactly one run. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

/** The test files that a script runs: one run of vitest, or several in a row. */
function filesOf(script: string): string[] {
  const listed = script.split(" && ").map((run) => {
    const options = run.replace("vitest run", "").split(" ").filter(Boolean);
    return execFileSync(process.execPath, [vitest, "list", "--filesOnly", ...options], { encoding: "utf8" });
  });
  return [...listed.join("\n").matchAll(/\S+\.test\.ts/g)].map(([file]) => file).sort();
}

test("npm test leaves the long tests and those in a browser to their own scripts, and leaves nothing else out", () => {
  const each = [scripts.test, scripts["test:long"], scripts["test:browser"]].map(filesOf);
  expect(each.map((files) => files.length > 0)).toEqual([true, true, true]);
  expect(each.flat().sort()).toEqual(filesOf("vitest run"));
});

test("CI runs the same tests on the newest Node as npm test does", () => {
  const ci = readFileSync(".ci/run", "utf8");
  expect(ci).toContain(scripts.test.replace("vitest run", "vitest.mjs run"));
});
