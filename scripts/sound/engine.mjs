import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const AUDIO = new URL("../../src/engine/audio/", import.meta.url).pathname;

/** The sound meters, from their source. */
export async function loadEngine() {
  const dir = mkdtempSync(join(tmpdir(), "parley-sound-"));
  try {
    const input = { analyzer: `${AUDIO}recording-analyzer.ts`, wav: `${AUDIO}testing/wav-file.ts` };
    const bundle = await rolldown({ input, platform: "node" });
    await bundle.write({ dir, entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" });
    const [{ RecordingAnalyzer }, { wavFile }] = await Promise.all(
      Object.keys(input).map((name) => import(pathToFileURL(join(dir, `${name}.mjs`)).href)),
    );
    return { RecordingAnalyzer, wavFile };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
