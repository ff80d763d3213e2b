// Bundles src/ into dist/: CommonJS, code-split, one chunk a command, so that a command loads what it needs.
// Everything but the native SQLite module goes into the bundle; a start reads a few files instead of hundreds.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { rolldown } from "rolldown";

const { version, dependencies } = JSON.parse(readFileSync("package.json", "utf8"));

rmSync("dist", { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: "src/main.ts", man: "src/man.ts", help: "src/help.ts" },
  platform: "node",
  // What pg asks for only where it is told to, or runs elsewhere.
  external: [...Object.keys(dependencies), /^node:/, "pg-native", "pg-cloudflare"],
  transform: { target: "node20", define: { __VERSION__: JSON.stringify(version) } },
  onLog(level, log, next) {
    if (level === "warn") throw new Error(`${log.code}: ${log.message}`);
    next(level, log);
  },
});
const { output } = await bundle.write({
  dir: "dist",
  format: "cjs",
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name]-[hash].cjs",
  sourcemap: false,
  comments: { legal: true, annotation: false, jsdoc: false },
});
await bundle.close();

// Which libraries each file holds: what a test needs to tell what a command loads.
const packageOf = (id) =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(id.replaceAll("\\", "/"))?.[1];
const libraries = output.map(({ fileName, moduleIds = [] }) => [
  fileName,
  [...new Set(moduleIds.map(packageOf).filter(Boolean))],
]);
writeFileSync("dist/libraries.json", JSON.stringify(Object.fromEntries(libraries)));

// The manual and the help texts say what the program just built says.
const built = createRequire(import.meta.url);
rmSync("man", { recursive: true, force: true });
const { manPages } = built(resolve("dist/man.cjs"));
writeAll("man", await manPages(version));
const { helpTexts } = built(resolve("dist/help.cjs"));
writeAll("dist/help", await helpTexts(version));

function writeAll(folder, texts) {
  for (const [name, text] of Object.entries(texts)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
