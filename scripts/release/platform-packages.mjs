// The npm package for each platform: the same files, and inside it the SQLite module with the binaries of
// only that platform. The module's own package has those of all platforms and its sources, which is half of
// an installation.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

const SQLITE = "node_modules/@photostructure/sqlite";
/** Finds the binary for the processor and the C library of the machine. */
const FINDER = "node_modules/node-gyp-build";

/**
 * @param packed the package for every platform, which becomes `<name>-<platform>.tgz` next to it. @param work
 *   an empty folder
 */
export function makePlatformPackages({ packed, work }) {
  for (const platform of readdirSync(join(SQLITE, "prebuilds"))) {
    const place = join(work, platform);
    mkdirSync(place, { recursive: true });
    execFileSync("tar", ["-xzf", resolve(packed), "-C", place]);
    const folder = join(place, "package");
    addSqlite(folder, platform);
    const [os, cpu] = platform.split("-");
    change(join(folder, "package.json"), ({ dependencies, ...manifest }) => ({
      ...manifest,
      os: [os],
      cpu: [cpu],
      dependencies: { ...dependencies, "node-gyp-build": manifestOf(FINDER).version },
      bundleDependencies: ["@photostructure/sqlite", "node-gyp-build"],
    }));
    const words = ["pack", "--silent", "--ignore-scripts", "--pack-destination", place];
    const name = execFileSync("npm", words, { cwd: folder, encoding: "utf8" }).trim();
    renameSync(join(place, name), packed.replace(/\.tgz$/, `-${platform}.tgz`));
  }
}

function addSqlite(folder, platform) {
  const entry = "dist/index.cjs";
  const binaries = join("prebuilds", platform);
  for (const file of ["package.json", "LICENSE", entry]) {
    mkdirSync(dirname(join(folder, SQLITE, file)), { recursive: true });
    copyFileSync(join(SQLITE, file), join(folder, SQLITE, file));
  }
  cpSync(join(SQLITE, binaries), join(folder, SQLITE, binaries), { recursive: true });
  cpSync(FINDER, join(folder, FINDER), { recursive: true });
  // There is no source to compile it from.
  change(join(folder, SQLITE, "package.json"), ({ name, version, license }) => ({
    name,
    version,
    license,
    main: entry,
    dependencies: { "node-gyp-build": manifestOf(FINDER).version },
  }));
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

const change = (file, to) =>
  writeFileSync(file, `${JSON.stringify(to(JSON.parse(readFileSync(file, "utf8"))), null, 2)}\n`);
