/**
 * Prints how many milliseconds reading a manifest takes. Arguments: checked or parsed, the bundle to use, the
 * manifest.
 */
const { readFileSync } = require("node:fs");

const [how, bundle, file] = process.argv.slice(2);
const { parse, readDigitalHumans } = require(bundle);

async function main() {
  const began = performance.now();
  if (how === "parsed") parse(readFileSync(file, "utf8"));
  else await readDigitalHumans([file], { cwd: process.cwd(), env: {} }, { allow_outside: false });
  process.stdout.write(String(performance.now() - began));
}

main();
