// Runs the built program from within a single executable: its files are assets, and `require` finds them there.
// The executable starts here, and so does each of its threads: own-files.ts appends the entry to run.
const { getAsset, getRawAsset } = require("node:sea");
const { builtinModules } = require("node:module");
const { compileFunction, constants } = require("node:vm");

const loaded = new Map();
const BUILT_IN = new Set(builtinModules);

function load(name) {
  const found = loaded.get(name);
  if (found) return found.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  const inside = compileFunction(
    name === "main.cjs" ? getAsset(name, "utf8") : unpacked(name).toString(),
    ["exports", "require", "module", "__filename", "__dirname"],
    { filename: name, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER },
  );
  inside.call(module.exports, module.exports, requireFrom, module, process.execPath, ".");
  return module.exports;
}

/** All code is compressed, except the code that answers the quickest questions. */
const unpacked = (name) => require("node:zlib").brotliDecompressSync(getRawAsset(`${name}.br`));

function requireFrom(name) {
  if (name.startsWith("./")) return load(name.slice(2));
  if (name === "@photostructure/sqlite") return sqlite();
  if (name === "node-gyp-build") return addon;
  if (name.startsWith("node:") || BUILT_IN.has(name)) return require(name);
  if (name === "ws") return load("ws.cjs");
  throw Object.assign(new Error(`Cannot find module '${name}'`), { code: "MODULE_NOT_FOUND" });
}

/** Node's own module if it needs no flag, and otherwise the native module with the same interface. */
function sqlite() {
  if (Number.parseInt(process.versions.node, 10) < 22) return load("sqlite.cjs");
  // It warns that it is experimental.
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return require("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * The system loads libraries only from files, so the module is written to a new folder that only this user
 * can enter.
 */
function addon() {
  const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
  const { join } = require("node:path");
  const folder = mkdtempSync(join(require("node:os").tmpdir(), "parley-"));
  try {
    const file = join(folder, "sqlite.node");
    writeFileSync(file, unpacked("sqlite.node"), { mode: 0o700 });
    const module = { exports: {} };
    process.dlopen(module, file);
    return module.exports;
  } finally {
    // Once it is loaded, only Windows still needs the file.
    rmSync(folder, { recursive: true, force: process.platform === "win32" });
  }
}
