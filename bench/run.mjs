/**
 * Measures, prints the tables, and writes them to bench/results.json and BENCHMARKS.md, and sizes to docs/operations.md.
 * `npm run bench` runs all sections but those on request, `npm run bench -- start-up bulk` some.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { machine } from "./support/machine.mjs";
import { asMarkdown, asText, putInto } from "./support/report.mjs";
import { sizesOf } from "./support/sizes.mjs";

const NAMES = [
  "start-up",
  "bulk",
  "imports",
  "recordings",
  "service",
  "growth",
  "evaluation",
  "simulations",
  "voice",
  "hosting",
  "creates",
  "shared",
  "install",
];
/** Sections that need more than this machine: they load hundreds of megabytes from the npm registry. */
const ON_REQUEST = ["testing"];
const ROOT = resolve(import.meta.dirname, "..");
const RESULTS = join(ROOT, "bench/results.json");
const PAGE = join(ROOT, "BENCHMARKS.md");
const OPERATIONS = join(ROOT, "docs/operations.md");

const wanted = process.argv.length > 2 ? process.argv.slice(2) : NAMES;
const unknown = wanted.filter((name) => ![...NAMES, ...ON_REQUEST].includes(name));
if (unknown.length > 0) {
  process.stderr.write(
    `section not found: ${unknown.join(", ")}; there are ${[...NAMES, ...ON_REQUEST].join(", ")}\n`,
  );
  process.exit(2);
}

for (const name of wanted) {
  const { title, measure } = await import(`./sections/${name}.mjs`);
  const began = performance.now();
  process.stdout.write(`\n${title}\n`);
  const measured_on = await machine();
  const tables = await measure();
  const section = { title, measured_on, seconds: Math.round((performance.now() - began) / 1000), tables };
  process.stdout.write(asText(section));
  keep(name, section);
}

/** Each section is saved as soon as it is done, so a run that is stopped loses only the rest. */
function keep(name, section) {
  const results = { ...readResults(), [name]: section };
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  for (const [page, part, text] of [
    [PAGE, name, asMarkdown(name, section)],
    [OPERATIONS, "sizes", sizesOf(results)],
  ])
    writeFileSync(page, putInto(readFileSync(page, "utf8"), part, text));
}

function readResults() {
  try {
    return JSON.parse(readFileSync(RESULTS, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw error;
  }
}
