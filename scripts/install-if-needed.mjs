// Makes `npm pack`, `npm test`, `npm run demo` and `npm run check` work on a fresh clone:
// installs when node_modules is missing or older than the lockfile. npm itself may be silent, so this shows the time.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";

const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

// npm writes this file at the end of every install, so its time is that of the last complete install.
if (changed("node_modules/.package-lock.json") < changed("package-lock.json")) {
  const { stderr } = process;
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  stderr.write("installing dependencies (npm ci), which takes a minute or two …\n");
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm, "ci"]] : ["npm", ["ci"]];
  const child = spawn(command, args, {
    stdio: ["ignore", 2, 2],
    shell: !npm && process.platform === "win32",
  });
  const tick = setInterval(
    () => stderr.write(stderr.isTTY ? `\r${seconds()} s ` : `${seconds()} s\n`),
    stderr.isTTY ? 1000 : 15_000,
  );
  const [status] = await once(child, "close");
  clearInterval(tick);
  if (status === 0) stderr.write(`${stderr.isTTY ? "\r" : ""}installed in ${seconds()} s; now building …\n`);
  process.exitCode = status ?? 1;
}
