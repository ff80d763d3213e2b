/** Parts of src/ as a module that this node can run. */
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";

const ROOT = resolve(import.meta.dirname, "../..");

/** Writes a bundle of `file`, a path within this repository, into `folder`; returns its path. */
export async function bundle(file, folder) {
  const made = await rolldown({
    input: join(ROOT, file),
    platform: "node",
    external: ["@photostructure/sqlite", /^node:/],
    resolve: { modules: [join(ROOT, "node_modules")] },
    transform: { target: "node20", define: { __VERSION__: '"0"' } },
  });
  const { output } = await made.write({ dir: folder, format: "cjs", codeSplitting: false, entryFileNames: "[name].cjs" });
  await made.close();
  return join(folder, output[0].fileName);
}
