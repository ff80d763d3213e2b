// Makes `npm test`, `npm run demo` and `npm run check` work on a fresh clone:
// installs when node_modules is missing or older than the lockfile.
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";

const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

// npm writes this file at the end of every install, so its time is that of the last complete install.
if (changed("node_modules/.package-lock.json") < changed("package-lock.json")) {
  process.stderr.write("installing dependencies (npm ci) …\n");
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm, "ci"]] : ["npm", ["ci"]];
  const { status } = spawnSync(command, args, {
    stdio: ["ignore", 2, 2],
    shell: !npm && process.platform === "win32",
  });
  process.exitCode = status ?? 1;
}
