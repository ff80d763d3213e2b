// One file that holds Node and the whole program: Node's "single executable application".
// The program's files are assets of it; scripts/release/loader.cjs runs them from there.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { inject } from "postject";
import { rolldown } from "rolldown";

const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
const require = createRequire(import.meta.url);
/** Built files that only the build itself needs. */
const BUILD_ONLY = new Set([
  "man.cjs",
  "help.cjs",
  "completion.cjs",
  "parley.d.ts",
  "vitest.d.mts",
  "vitest.mjs",
  "libraries.json",
  "THIRD-PARTY.txt",
]);

const FIRST = new Set(["main.cjs", "loader.cjs"]);

/** @returns the path of the executable */
export async function makeExecutable(folder) {
  mkdirSync(folder, { recursive: true });
  const parts = {
    "loader.cjs": "scripts/release/loader.cjs",
    ...builtFiles(),
    "ws.cjs": await bundleOf("ws", join(folder, "ws.cjs")),
  };
  if (!hasSqlite()) Object.assign(parts, addon());
  compress(parts, folder);
  const main = join(folder, "start.cjs");
  writeFileSync(
    main,
    ["loader.cjs", "start.cjs"].map((name) => readFileSync(join("scripts/release", name), "utf8")).join("\n"),
  );
  const config = join(folder, "sea.json");
  const blob = join(folder, "sea.blob");
  const settings = {
    main,
    output: blob,
    assets: parts,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
  };
  writeFileSync(config, JSON.stringify(settings));
  execFileSync(process.execPath, ["--experimental-sea-config", config], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const file = join(folder, process.platform === "win32" ? "parley.exe" : "parley");
  copyFileSync(process.execPath, file);
  chmodSync(file, 0o755);
  prepare(file);
  await inject(file, "NODE_SEA_BLOB", readFileSync(blob), {
    sentinelFuse: FUSE,
    ...(process.platform === "darwin" && { machoSegmentName: "NODE_SEA" }),
  });
  if (process.platform === "darwin") execFileSync("codesign", ["--sign", "-", file]);
  return file;
}

/**
 * The loader decompresses them. The files that start first stay uncompressed, so that --version and help take
 * no longer than Node itself.
 */
function compress(parts, folder) {
  const levels = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  for (const [name, file] of Object.entries(parts)) {
    if (!/\.(?:cjs|node)$/.test(name) || FIRST.has(name)) continue;
    delete parts[name];
    parts[`${name}.br`] = join(folder, `${name}.br`);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(file), levels));
  }
}

/** Debugging symbols take some 20 MB of Node. Removing them makes a signature invalid. */
function prepare(file) {
  if (process.platform === "linux") execFileSync("strip", ["--strip-all", file]);
  if (process.platform === "darwin") execFileSync("codesign", ["--remove-signature", file]);
}

/** Needs no flag since 22.13. */
const hasSqlite = () => Number.parseInt(process.versions.node, 10) >= 22;

const builtFiles = () =>
  Object.fromEntries(
    readdirSync("dist", { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !BUILD_ONLY.has(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative("dist", file).replaceAll("\\", "/"), file]),
  );

/** The native SQLite module for this platform only. Its package has those of all platforms. */
function addon() {
  const entry = require.resolve("@photostructure/sqlite");
  const built = join(dirname(entry), "..", "prebuilds", `${process.platform}-${process.arch}`);
  const libc =
    process.platform === "linux" && !process.report.getReport().header.glibcVersionRuntime ? "musl" : "glibc";
  const native = join(built, `@photostructure+sqlite.${libc}.node`);
  if (!existsSync(native)) throw new Error(`no native SQLite module for this platform: ${native}`);
  return { "sqlite.cjs": entry, "sqlite.node": native };
}

async function bundleOf(name, file) {
  const bundle = await rolldown({
    input: name,
    platform: "node",
    external: ["bufferutil", "utf-8-validate"],
    logLevel: "silent",
  });
  await bundle.write({ file, format: "cjs" });
  await bundle.close();
  return file;
}
