/** What installing the packed tarball brings. */
import { resolve } from "node:path";
import { install } from "../support/install.mjs";
import { run, useFolder } from "../support/processes.mjs";
import { summary } from "../support/statistics.mjs";

export const title = "Install";

const ROOT = resolve(import.meta.dirname, "../..");

export async function measure() {
  const folder = useFolder();
  try {
    const packed = await run(
      "npm",
      ["pack", "--json", "--ignore-scripts", "--pack-destination", folder.path],
      { cwd: ROOT, env: process.env },
    );
    const [{ filename, size }] = JSON.parse(packed.stdout);
    const { packages, megabytes, seconds } = await install(folder.path, `./${filename}`);
    return [
      {
        unit: "`npm install` of the packed tarball",
        rows: [
          { what: "packages", at_most: 60, ...summary([packages]) },
          { what: "MB on the disk", at_most: 40, ...summary([megabytes]) },
          { what: "MB of the tarball", ...summary([size / 1e6]) },
          { what: "seconds", ...summary([seconds]) },
        ],
      },
    ];
  } finally {
    folder.remove();
  }
}
