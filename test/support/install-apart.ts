/** Packages that are too large to be installed with this one. Their tests are skipped where the registry cannot be reached. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

/** Runs npm. False if the registry is out of reach; anything else that goes wrong is a fault of the test. */
export const npmSucceeds = (...words: readonly string[]): Promise<boolean> =>
  // One of LiveKit's packages would fetch from another host.
  promisify(execFile)("npm", words, { env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: "skip" } }).then(
    () => true,
    (error: { readonly stderr: string }) => {
      if (!/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(error.stderr)) throw error;
      return false;
    },
  );

/** Installs packages into a folder. False if the registry is out of reach. */
export function installInto(
  cwd: string,
  packages: readonly string[],
  options: readonly string[] = ["--ignore-scripts"],
): Promise<boolean> {
  writeFileSync(join(cwd, "package.json"), '{"private":true,"type":"module"}');
  return npmSucceeds("install", "--no-audit", "--no-fund", "--prefix", cwd, ...options, ...packages);
}

/** A new folder with the packages, for the rest of the test; undefined if the registry is out of reach. */
export async function installApart(
  packages: readonly string[],
  options?: readonly string[],
): Promise<string | undefined> {
  const cwd = mkdtempSync(join(tmpdir(), "parley-apart-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  return (await installInto(cwd, packages, options)) ? cwd : undefined;
}
