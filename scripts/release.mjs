// `npm run release`: makes from a tag, in release/, what people install.
//   npm run release                        all of it for this platform
//   npm run release -- --only executable   one part: tarball, executable, index
//   npm run release -- --from URL          where the files will be; the formula and the pins name it
//   npm run release -- --untagged          to try it out: also where the commit has no tag
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { makeDeb } from "./release/deb.mjs";
import { makeExecutable } from "./release/executable.mjs";
import { formula } from "./release/formula.mjs";
import { makePlatformPackages } from "./release/platform-packages.mjs";
import { shippedSbom } from "./release/sbom.mjs";

const MAXIMUM_BYTES = 110_000_000;
const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    from: { type: "string" },
    to: { type: "string", default: "release" },
    untagged: { type: "boolean", default: false },
  },
});
const { version, description, license } = JSON.parse(readFileSync("package.json", "utf8"));
const folder = resolve(flags.to);
const work = mkdtempSync(join(tmpdir(), "parley-release-"));
const platform = `${process.platform}-${process.arch}`;
const run = (program, ...words) =>
  execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

const PARTS = { tarball, executable, index };

try {
  const parts = flags.only === undefined ? Object.keys(PARTS) : [flags.only];
  for (const part of parts)
    if (!PARTS[part]) throw new Error(`--only ${part}: use ${Object.keys(PARTS).join(", ")}`);
  if (!flags.untagged) checkTag();
  mkdirSync(folder, { recursive: true });
  for (const part of parts) await PARTS[part]();
  for (const name of readdirSync(folder).sort())
    console.log(`${String(statSync(join(folder, name)).size).padStart(10)}  ${name}`);
} catch (error) {
  console.error(`release: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** A release contains exactly what the tag names. */
function checkTag() {
  const tags = run("git", "tag", "--points-at", "HEAD").split("\n");
  if (!tags.includes(`v${version}`))
    throw new Error(`this commit does not have the tag v${version} (--untagged to try it out)`);
  if (run("git", "status", "--porcelain") !== "") throw new Error("there are changes that are not committed");
}

/**
 * The files that npm installs: a package for every platform, for which npm fetches the SQLite module, and for
 * each platform a package with that module inside.
 */
function tarball() {
  const words = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
  makePlatformPackages({ packed: join(folder, run("npm", ...words).trim()), work: join(work, "npm") });
  writeFileSync(join(folder, `parley-${version}.cdx.json`), shippedSbom());
}

async function executable() {
  const file = await makeExecutable(join(work, "made"));
  const { size } = statSync(file);
  if (size > MAXIMUM_BYTES)
    throw new Error(`the executable has ${size} bytes, more than ${MAXIMUM_BYTES}: use an earlier Node`);
  const name = `parley-${version}-${platform}`;
  const packed = join(work, name);
  mkdirSync(packed);
  copyFileSync(file, join(packed, file.endsWith(".exe") ? "parley.exe" : "parley"));
  writeFileSync(join(packed, "THIRD-PARTY.txt"), notices());
  for (const text of ["LICENSE", "README.md", "SECURITY.md"]) copyFileSync(text, join(packed, text));
  for (const part of ["man", "fixtures", "docs", "examples"])
    cpSync(part, join(packed, part), { recursive: true, filter: isReleased });
  const owner = process.platform === "linux" ? ["--owner=0", "--group=0", "--sort=name"] : [];
  // Names without a folder, because GNU tar takes the drive of a Windows path for another machine.
  execFileSync("tar", [...owner, "-czf", `${name}.tar.gz`, name], { cwd: work, stdio: "inherit" });
  copyFileSync(join(work, `${name}.tar.gz`), join(folder, `${name}.tar.gz`));
  if (process.platform === "linux" && isInstalled("dpkg-deb"))
    makeDeb({ version, description, packed, work: join(work, "deb"), folder });
}

/** Not what commands wrote next to the files that they read. */
function isReleased(file) {
  return basename(file) !== ".parley";
}

/** The licences of everything in the executable: Node's, and those of the libraries. */
function notices() {
  const beside = dirname(process.execPath);
  // On Windows it is in the same folder as the program.
  const places = [join(beside, "../LICENSE"), join(beside, "LICENSE"), "/usr/share/doc/nodejs/LICENSE"];
  const found = places.flatMap((file) => {
    try {
      return [readFileSync(file, "utf8")];
    } catch {
      return [];
    }
  });
  if (found.length === 0) throw new Error("cannot find Node's LICENSE, which must accompany the executable");
  const sqlite = readFileSync("node_modules/@photostructure/sqlite/LICENSE", "utf8");
  const ws = readFileSync("node_modules/ws/LICENSE", "utf8");
  const texts = { "Node.js": found[0], "@photostructure/sqlite": sqlite, ws };
  return `${readFileSync("dist/THIRD-PARTY.txt", "utf8")}\n${Object.entries(texts)
    .map(([name, text]) => `${"=".repeat(80)}\n${name}\n${"=".repeat(80)}\n\n${text}`)
    .join("\n")}`;
}

/** Files that describe the release to others: checksums, and a formula for Homebrew. */
function index() {
  const sums = new Map();
  const files = () => readdirSync(folder).filter((name) => name !== "SHA256SUMS");
  const add = (name) =>
    sums.set(
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    );
  for (const name of files()) if (name !== "parley.rb") add(name);
  const from = flags.from ?? pathToFileURL(folder).href;
  writeFileSync(join(folder, "parley.rb"), formula({ version, description, license, from, sums }));
  add("parley.rb");
  const lines = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, sum]) => `${sum}  ${name}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}

function isInstalled(program) {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
