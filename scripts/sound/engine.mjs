import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const ENGINE = new URL("../../src/engine/", import.meta.url).pathname;
const FILES = {
  analyzer: "audio/recording-analyzer.ts",
  wav: "audio/testing/wav-file.ts",
  align: "audio/align-recording.ts",
  words: "metrics/audio/words-and-sound.ts",
};

/** The sound meters, and what compares a transcript with the sound, from their source. */
export async function loadEngine() {
  const dir = mkdtempSync(join(tmpdir(), "parley-sound-"));
  try {
    const input = Object.fromEntries(Object.entries(FILES).map(([name, file]) => [name, ENGINE + file]));
    const bundle = await rolldown({ input, platform: "node" });
    await bundle.write({ dir, entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" });
    const modules = await Promise.all(
      Object.keys(input).map((name) => import(pathToFileURL(join(dir, `${name}.mjs`)).href)),
    );
    return Object.assign({}, ...modules);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
