import { resolve } from "node:path";
import { usage } from "../../../../lib/failure.ts";
import type { Context } from "../../../context.ts";
import type { Wanted } from "../../../plan/fields.ts";
import { writeNamedFile } from "../../../write-files.ts";

interface Preview {
  readonly simulation_id: string;
  readonly digital_humans: readonly unknown[];
}

/**
 * Writes the digital humans of a preview as a manifest for `dh plan` and `dh apply`. Never overwrites a file.
 */
export async function writeManifest(
  { cwd }: Context,
  file: string,
  { simulation_id, digital_humans }: Preview,
): Promise<void> {
  const { writeYaml } = await import("../../../yaml/write.ts");
  const { manifestFields } = await import("../../../plan/export.ts");
  const entries = digital_humans.map((digital_human) => manifestFields(digital_human as Wanted));
  const manifest = {
    kind: "DigitalHumans",
    simulation_ids: [Number(simulation_id)],
    digital_humans: entries,
  };
  await writeNamedFile(resolve(cwd, file), writeYaml(manifest), { isNew: true }).catch(
    (error: NodeJS.ErrnoException) => {
      const reason = error.code === "EEXIST" ? "the file already exists" : error.message;
      throw usage(`cannot write the manifest: ${reason}`, { where: file });
    },
  );
}
