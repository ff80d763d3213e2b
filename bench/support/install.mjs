/** What `npm install` of a package installs. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./processes.mjs";

/** @param what a tarball's path or a package's name */
export async function install(folder, what) {
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const { milliseconds } = await run("npm", ["install", "--no-audit", "--no-fund", what], {
    cwd: folder,
    env: process.env,
  });
  const lock = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
  return {
    packages: Object.keys(lock.packages).length,
    megabytes: sizeOf(join(folder, "node_modules")) / 1e6,
    seconds: milliseconds / 1000,
  };
}

function sizeOf(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
