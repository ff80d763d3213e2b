// Bundles src/ into dist/: CommonJS, code-split, one chunk per command, so that a command loads only what it needs.
// Everything but the native SQLite module goes into the bundle; a start reads a few files instead of hundreds.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { asJson } from "./as-json.mjs";
import { typeDeclarations } from "./clients/types.mjs";
import { notices } from "./notices.mjs";
import { packed, site } from "./site.mjs";
import { texts } from "./texts.mjs";
import { buildWeb } from "./web.mjs";

const { version, dependencies } = JSON.parse(readFileSync("package.json", "utf8"));

/** For prom-client, which needs tracing only for exemplars; they are off. With it, even `--version` would read one more file. */
const NO_TRACING = "\0no-tracing";

/** What each module imports statically, by id. */
const imports = new Map();

/** Ids of the modules that are evaluated together with `file`. */
function evaluatedWith(file) {
  const found = new Set([resolve(file)]);
  for (const id of found) for (const imported of imports.get(id) ?? []) found.add(imported);
  return found;
}

/**
 * Puts modules that always start together into one file, because opening a file costs more than most modules
 * do.
 */
const startUpChunk = (name, ...files) => ({
  name,
  test: (id) => imports.has(id) && files.some((file) => evaluatedWith(file).has(id)),
});

rmSync("dist", { recursive: true, force: true });
const bundle = await rolldown({
  // Without the path of each module above its code, which takes 110 kB.
  experimental: { attachDebugInfo: "none" },
  input: {
    main: "src/cli/main.ts",
    run: "src/cli/run.ts",
    parley: "src/client/parley.ts",
    openapi: "src/contract/openapi.ts",
    man: "scripts/man.ts",
    help: "scripts/help.ts",
    completion: "src/cli/completion/entries.ts",
    "evaluation-child": "src/service/evaluation/child.ts",
    "work-thread": "src/service/thread/thread.ts",
    "speech-thread": "src/service/voice/speech/thread.ts",
    "line-thread": "src/service/voice/line/thread.ts",
  },
  platform: "node",
  // Chunks may share the contents of an entry.
  preserveEntrySignatures: "allow-extension",
  // Modules that pg requires only if configured to, or on other platforms.
  external: [...Object.keys(dependencies), /^node:/, "pg-native", "pg-cloudflare"],
  plugins: [
    texts(),
    asJson(resolve("src/contract/endpoints.ts"), "endpoints"),
    asJson(resolve("src/contract/shapes.ts"), "shapes"),
    { name: "imports", moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds) },
    {
      // Its packages resolve to CommonJS, which would be bundled whole. From their ES modules, only the parts
      // in use are bundled.
      name: "opentelemetry-as-es-modules",
      resolveId: {
        filter: { id: /^@opentelemetry\// },
        handler: (id, importer) =>
          importer.includes("prom-client")
            ? NO_TRACING
            : createRequire(importer).resolve(id).replace("/build/src/", "/build/esm/"),
      },
      load: { filter: { id: /^\0no-tracing$/ }, handler: () => "module.exports = undefined;" },
    },
    {
      // Its validator for Node is Ajv, which is as large as all the rest of it. On other platforms it uses a
      // small one, which is enough here.
      name: "small-mcp-validator",
      resolveId: {
        filter: { id: /^@modelcontextprotocol\/(?:client|server)\/_shims$/ },
        handler: (id) => resolve("node_modules", id.replace("_shims", "dist/shimsBrowser.mjs")),
      },
    },
  ],
  // These warnings only show that the machine is busy, and every warning ends the build.
  checks: { bundlerTimings: false },
  transform: { target: "node20", define: { __VERSION__: JSON.stringify(version) } },
  onLog(level, log, next) {
    if (level === "warn") throw new Error(`${log.code}: ${log.message}`);
    next(level, log);
  },
});
const { output } = await bundle.write({
  dir: "dist",
  format: "cjs",
  // Without this change, they would start the loader of ES modules.
  dynamicImportInCjs: false,
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name]-[hash].cjs",
  codeSplitting: {
    includeDependenciesRecursively: false,
    // A module goes into the first group that fits.
    groups: [
      startUpChunk("start", "src/cli/main.ts"),
      // Every command is defined with command.ts.
      startUpChunk("run", "src/cli/run.ts", "src/cli/commands/command.ts"),
    ],
  },
  sourcemap: false,
  comments: { legal: true, annotation: false, jsdoc: false },
});
await bundle.close();
await buildVitest();
const webModules = await buildWeb("dist", version);

// Which libraries each file contains, so that a test can tell what a command loads.
const packageOf = (id) =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(id.replaceAll("\\", "/"))?.[1];
const libraries = output.map(({ fileName, moduleIds = [] }) => [
  fileName,
  [...new Set(moduleIds.map(packageOf).filter(Boolean))],
]);
libraries.push(["web.js", [...new Set(webModules.map(packageOf).filter(Boolean))]]);
writeFileSync("dist/libraries.json", JSON.stringify(Object.fromEntries(libraries)));
writeFileSync("dist/THIRD-PARTY.txt", notices(libraries.flatMap(([, names]) => names)));

// The parts of the package's own pages that `parley mcp` and `parley init --skills` show, also from a single
// executable.
writeFileSync("dist/pages.br", packed(textsIn("docs", (name) => `${name}.md`)));
writeFileSync(
  "dist/skills.json",
  JSON.stringify({
    guide: readFileSync("examples/skills/AGENTS.md", "utf8"),
    skills: textsIn("examples/skills", (name) => `${name}/SKILL.md`),
  }),
);

/** Texts by name. `fileOf` gives the file within the folder for each text. */
function textsIn(folder, fileOf) {
  const names = readdirSync(folder).map((entry) => entry.replace(/\.md$/, ""));
  const files = [...new Set(names)].toSorted().map((name) => [name, join(folder, fileOf(name))]);
  return Object.fromEntries(
    files.filter(([, file]) => existsSync(file)).map(([name, file]) => [name, readFileSync(file, "utf8")]),
  );
}

// The manual, the help texts and completion come from the program that was just built.
const built = createRequire(import.meta.url);
rmSync("man", { recursive: true, force: true });
const { manPages } = built(resolve("dist/man.cjs"));
writeAll("man", await manPages(version));
const { helpTexts } = built(resolve("dist/help.cjs"));
const help = await helpTexts(version);
writeAll("dist/help", help);
const { openapi } = built(resolve("dist/openapi.cjs"));
const narrow = Object.entries(help).filter(([name]) => name.startsWith("80/"));
const commands = narrow.map(([name, text]) => [
  name.slice("80/".length, -".txt".length).replaceAll("-", " "),
  text,
]);
const css = readFileSync("dist/web.css", "utf8");
writeFileSync(
  "dist/site.br",
  packed(site({ help: Object.fromEntries(commands), openapi: openapi(), css, version })),
);
const { completionEntries } = built(resolve("dist/completion.cjs"));
writeFileSync("dist/parley.d.ts", typeDeclarations(openapi()));
writeFileSync("dist/completion.json", JSON.stringify(await completionEntries()));

/** What `parley-cli/vitest` is: an ES module, because vitest is one. It brings no library, and vitest is the user's. */
async function buildVitest() {
  const bundle = await rolldown({
    input: "src/cli/vitest/vitest.ts",
    platform: "node",
    external: ["vitest", /^node:/],
  });
  await bundle.write({ file: "dist/vitest.mjs", format: "esm", comments: false });
  await bundle.close();
  copyFileSync("src/cli/vitest/api.ts", "dist/vitest.d.mts");
}

function writeAll(folder, texts) {
  for (const [name, text] of Object.entries(texts)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
