// Runs a command with an independent S3 server, installed for the occasion and removed afterwards:
//   node scripts/with-s3.mjs <command> [argument]...
// The command finds its address, as `--blobs` takes it, in PARLEY_TEST_BLOBS, and its keys in AWS's own variables.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * It checks signatures and speaks S3's XML. It needs a hundred packages, so it is not a dependency of the
 * project.
 */
const STORE = "s3rver@3.7.1";
const BUCKET = "calls";
/** Its only account. */
const KEYS = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };
/** Exit code if there is no registry, or if it lacks the server. */
const NOT_INSTALLED = 3;

const [command, ...args] = process.argv.slice(2);
if (!command) fail("which command? node scripts/with-s3.mjs <command> [argument]...");
const folder = mkdtempSync(join(tmpdir(), "parley-s3-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

const { status } = spawnSync(
  "npm",
  ["install", "--silent", "--no-save", "--ignore-scripts", "--no-audit", "--prefix", folder, STORE],
  { stdio: ["ignore", "ignore", "inherit"] },
);
if (status !== 0) fail(`${STORE} could not be installed`, NOT_INSTALLED);

const store = spawn(
  process.execPath,
  [
    join(folder, "node_modules/s3rver/bin/s3rver.js"),
    ...["--directory", join(folder, "objects"), "--address", "127.0.0.1", "--port", "0"],
    ...["--configure-bucket", BUCKET],
  ],
  // Its messages about requests that a test cancels are useless.
  { stdio: ["ignore", "pipe", "ignore"] },
);
process.prependListener("exit", () => store.kill("SIGKILL"));
store.once("exit", () => fail(`${STORE} ended`));
createInterface({ input: store.stdout }).on("line", (line) => {
  const port = /listening on 127\.0\.0\.1:(\d+)/.exec(line)?.[1];
  if (port) run(`s3://${BUCKET}/recordings?endpoint=http://127.0.0.1:${port}`);
});

function run(address) {
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, ...KEYS, PARLEY_TEST_BLOBS: address },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(error.message));
  child.on("exit", (code) => process.exit(code ?? 1));
}

function fail(message, code = 2) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
