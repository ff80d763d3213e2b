/** Parts of src/ as a module that this node can run. */
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { texts } from "../../scripts/texts.mjs";

const SQLITE = "@photostructure/sqlite";
const ROOT = resolve(import.meta.dirname, "../..");

/** Writes a bundle of `file`, a path within this repository, into `folder`. Returns its path. */
export async function bundle(file, folder) {
  const made = await rolldown({
    input: join(ROOT, file),
    platform: "node",
    external: [/^node:/, "pg-native", "pg-cloudflare"],
    // A native module stays where it is installed.
    plugins: [
      texts(),
      {
        name: "installed",
        resolveId: {
          filter: { id: /^@photostructure\/sqlite$/ },
          handler: () => ({ id: createRequire(import.meta.url).resolve(SQLITE), external: true }),
        },
      },
    ],
    transform: { target: "node20", define: { __VERSION__: '"0"' } },
  });
  const { output } = await made.write({
    dir: folder,
    format: "cjs",
    codeSplitting: false,
    entryFileNames: "[name].cjs",
  });
  await made.close();
  return join(folder, output[0].fileName);
}
