// `npm run dev`: on every save, the tests beside the changed files, and then a new build. Enter runs every unit test that
// imports what has changed since the last time.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, watch } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { createVitest } from "vitest/node";

/** Editors write a file more than once. */
const SETTLED_MS = 100;

const vitest = await createVitest("test", { project: "parley", watch: false, passWithNoTests: true });
await vitest.standalone();
process.stdout.write(
  "waiting for changes in src/ and test/; Enter runs all unit tests that they concern; Ctrl-C ends\n",
);

const changed = new Set();
const sinceEnter = new Set();
let timer;
let busy = Promise.resolve();
let isBuilding = false;
/** What is built is older than a save. */
let isStale = false;

for (const folder of ["src", "test"])
  watch(folder, { recursive: true }, (_, name) => {
    if (!name || !/\.(?:ts|ya?ml)$/.test(name)) return;
    changed.add(resolve(folder, name));
    sinceEnter.add(resolve(folder, name));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = [...changed];
      changed.clear();
      busy = busy.then(() => work(files));
    }, SETTLED_MS);
  });
process.stdin.on("data", () => {
  const files = [...sinceEnter];
  sinceEnter.clear();
  busy = busy.then(() => runConcerned(files));
});

async function work(files) {
  for (const file of files) vitest.invalidateFile(file);
  await run([...new Set(files.flatMap(testsBeside))]);
  if (files.some((file) => file.startsWith(resolve("src")))) void build();
}

/** The test of a file, or else the tests of its folder. */
function testsBeside(file) {
  if (file.endsWith(".test.ts")) return existsSync(file) ? [file] : [];
  const own = file.replace(/\.ts$/, ".test.ts");
  if (existsSync(own)) return [own];
  const folder = dirname(file);
  if (basename(folder) === "testing" || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(folder, name));
}

async function run(files) {
  const specifications = files.flatMap((file) => vitest.getModuleSpecifications(file));
  if (specifications.length > 0) await vitest.runTestSpecifications(specifications);
}

async function runConcerned(files) {
  if (files.length === 0) return;
  vitest.config.related = files;
  const specifications = await vitest.getRelevantTestSpecifications(["src/"]);
  vitest.config.related = undefined;
  await vitest.runTestSpecifications(specifications);
}

/** Tests do not wait for it: only those that spawn the program need a build. */
async function build() {
  isStale = true;
  if (isBuilding) return;
  isBuilding = true;
  while (isStale) {
    isStale = false;
    const began = performance.now();
    const child = spawn(process.execPath, ["scripts/build.mjs"], { stdio: ["ignore", "ignore", "inherit"] });
    const [code] = await once(child, "close");
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(code === 0 ? `built in ${seconds} s\n` : `the build failed (exit code ${code})\n`);
  }
  isBuilding = false;
}
