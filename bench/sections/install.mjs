/**
 * What installing the package for one platform adds, and how fast the executable starts, which contains its
 * own Node.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { install } from "../support/install.mjs";
import { environment, run, timeNode, useFolder } from "../support/processes.mjs";
import { inTurns, ratio, summary } from "../support/statistics.mjs";

export const title = "Install";

const ROOT = resolve(import.meta.dirname, "../..");

export async function measure() {
  const folder = useFolder();
  try {
    const release = join(folder.path, "release");
    const words = ["scripts/release.mjs", "--untagged", "--only", "tarball", "--to", release];
    await run(process.execPath, words, { cwd: ROOT, env: process.env });
    const file = join(
      release,
      readdirSync(release).find((name) => name.endsWith(`-${process.platform}-${process.arch}.tgz`)),
    );
    const { packages, megabytes, seconds } = await install(folder.path, file);
    return [
      {
        unit: "`npm install` of the package for one platform",
        rows: [
          { what: "packages", at_most: 60, ...summary([packages]) },
          { what: "MB on the disk", at_most: 40, ...summary([megabytes]) },
          { what: "MB of the tarball", ...summary([statSync(file).size / 1e6]) },
          { what: "seconds", ...summary([seconds]) },
        ],
      },
      {
        unit: "× `node -e 0`",
        rows: [
          { what: "`parley --version` of the executable", at_most: 1.1, ...(await startOf(folder.path)) },
        ],
      },
    ];
  } finally {
    folder.remove();
  }
}

/** The executable of this platform, made as for a release, compared with the Node that it contains. */
async function startOf(folder) {
  const words = [
    "scripts/release.mjs",
    "--untagged",
    "--only",
    "executable",
    "--to",
    join(folder, "release"),
  ];
  await run(process.execPath, words, { cwd: ROOT, env: process.env });
  const archive = readdirSync(join(folder, "release")).find((name) => name.endsWith(".tar.gz"));
  const unpack = ["-xzf", join(folder, "release", archive), "--strip-components=1", "-C", folder];
  await run("tar", unpack, { cwd: folder, env: process.env });
  const program = ["parley", "parley.exe"].map((name) => join(folder, name)).find(existsSync);
  const options = { env: environment(folder), cwd: folder };
  const times = await inTurns(
    {
      nothing: () => timeNode(["-e", "0"], options),
      executable: async () => (await run(program, ["--version"], options)).milliseconds,
    },
    { rounds: 40, budget_ms: 30_000 },
  );
  return ratio(times.executable, times.nothing);
}
