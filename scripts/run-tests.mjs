// Runs vitest with the arguments given: node scripts/run-tests.mjs --project parley [file]...
// Thousands of tests start processes and wait for sockets, and one that a busy machine keeps waiting must not stop a
// release. So a file with a failed test runs a second time, from the beginning and with nothing beside it. A test that
// fails then has failed. The files that needed it are named at the end.
import { relative } from "node:path";
import { parseCLI, startVitest } from "vitest/node";

/** With more files than this it isn't bad luck. */
const SECOND_ATTEMPTS_MAXIMUM = 8;

const { filter, options } = parseCLI(["vitest", "run", ...process.argv.slice(2)]);

/** A run that somebody or something stops has passed nothing. */
let isOver = false;
process.on("exit", () => {
  if (!isOver) process.exitCode = 1;
});

/** The files in which something failed, or undefined if something failed outside of them. */
async function failedFiles(files, more = {}) {
  process.exitCode = 0;
  const vitest = await startVitest("test", files, { ...options, ...more, watch: false });
  const failed = vitest.state.getFailedFilepaths();
  const isOutside = vitest.state.getUnhandledErrors().length > 0;
  await vitest.close();
  return isOutside || (process.exitCode !== 0 && failed.length === 0) ? undefined : failed;
}

const failed = await failedFiles(filter);
if (failed === undefined || failed.length > SECOND_ATTEMPTS_MAXIMUM) process.exitCode = 1;
else if (failed.length > 0) {
  const names = failed.map((file) => `  ${relative(".", file)}\n`).join("");
  process.stdout.write(`\nRunning once more, one at a time:\n${names}`);
  const again = await failedFiles(failed, { fileParallelism: false });
  if (again?.length === 0) {
    process.exitCode = 0;
    process.stdout.write(`\nPassed only at the second attempt; mend them:\n${names}`);
  }
}
isOver = true;
