/** What a person gets who installs the packed tarball. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { run, useFolder } from "../support/processes.mjs";
import { summary } from "../support/statistics.mjs";

export const title = "Install";

const ROOT = resolve(import.meta.dirname, "../..");

export async function measure() {
  const folder = useFolder();
  const npm = (args, cwd) => run("npm", args, { cwd, env: process.env });
  try {
    const packed = await npm(["pack", "--json", "--ignore-scripts", "--pack-destination", folder.path], ROOT);
    const [{ filename, size }] = JSON.parse(packed.stdout);
    writeFileSync(join(folder.path, "package.json"), '{"private":true}');
    const { milliseconds } = await npm(["install", "--no-audit", "--no-fund", `./${filename}`], folder.path);
    const lock = JSON.parse(readFileSync(join(folder.path, "node_modules/.package-lock.json"), "utf8"));
    return [
      {
        unit: "`npm install` of the packed tarball",
        rows: [
          { what: "packages", at_most: 60, ...summary([Object.keys(lock.packages).length]) },
          {
            what: "MB on the disk",
            at_most: 40,
            ...summary([sizeOf(join(folder.path, "node_modules")) / 1e6]),
          },
          { what: "MB of the tarball", ...summary([size / 1e6]) },
          { what: "seconds", ...summary([milliseconds / 1000]) },
        ],
      },
    ];
  } finally {
    folder.remove();
  }
}

function sizeOf(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
