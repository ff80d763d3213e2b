/**
 * A long run of the fuzz tests: `npm run fuzz -- [--runs n] [--seed n] [--target name]`. By default, a million cases from a
 * random seed. A failing input is kept in test/fuzz/corpus.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "1000000" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    target: { type: "string", default: "" },
  },
});
const { runs, seed, target } = values;
console.log(`${runs} cases of ${target || "all targets"} from the seed ${seed}`);

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const env = { ...process.env, FUZZ_RUNS: runs, FUZZ_SEED: seed, FUZZ_TARGET: target };
const child = spawn(process.execPath, [vitest, "run", "test/fuzz"], { stdio: "inherit", env });
child.on("close", (code) => {
  process.exitCode = code ?? 1;
});
