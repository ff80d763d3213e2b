/** `texts:languages`, `texts:attacks`, and `texts:policies` as modules: a plugin of Rolldown and Vite for the build, tests and benchmarks. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const ROOT = resolve(import.meta.dirname, "..");
const FOLDER = join(ROOT, "src/engine/texts");

/** Checks the files, and fails with the file and key of everything that is wrong. */
export function texts() {
  let reader;
  return {
    name: "texts",
    // Vitest keeps what it has transformed for the next run. It would not see that one of the files has changed.
    configureVitest({ experimental_defineCacheKeyGenerator: keyedBy }) {
      keyedBy(({ id }) => (id.startsWith("\0texts:") ? false : undefined));
    },
    resolveId: { filter: { id: /^texts:/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0texts:/ },
      async handler(id) {
        const kind = id.slice("\0texts:".length);
        const files = filesOf(kind);
        for (const file of Object.keys(files)) this.addWatchFile(join(ROOT, file));
        reader ??= imported(join(ROOT, "scripts/texts/read.ts"));
        const { code, faults } = (await reader).textsModule(kind, files);
        if (faults.length > 0) throw new Error(`src/engine/texts has mistakes\n\n${faults.join("\n\n")}\n`);
        return { code, moduleSideEffects: false };
      },
    },
  };
}

/** The YAML files of a kind: text by path within the repository. */
function filesOf(kind) {
  const folder = join(FOLDER, kind);
  const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  return Object.fromEntries(
    files.map((name) => {
      const file = join(folder, name);
      return [relative(ROOT, file).replaceAll("\\", "/"), readFileSync(file, "utf8")];
    }),
  );
}

/** Loads a module of src/ into this process, whose Node may not support TypeScript. */
export async function imported(file) {
  const folder = mkdtempSync(join(tmpdir(), "parley-build-"));
  try {
    const bundle = await rolldown({ input: file, platform: "node", cwd: ROOT });
    const { output } = await bundle.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs" });
    await bundle.close();
    return await import(pathToFileURL(join(folder, output[0].fileName)).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
