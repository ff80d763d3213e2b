import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import { usage } from "../../failure.ts";
import type { Wanted } from "../../plan/fields.ts";
import { writeNamedFile } from "../../targets.ts";

interface Preview {
  readonly simulation_id: string;
  readonly digital_humans: readonly unknown[];
}

/** Writes digital humans that would be made as a manifest that `dh plan` and `dh apply` take. A file that is there stays. */
export async function writeManifest(
  { cwd }: Context,
  file: string,
  { simulation_id, digital_humans }: Preview,
): Promise<void> {
  const { writeYaml } = await import("../../yaml/write.ts");
  const { manifestFields } = await import("../../plan/export.ts");
  const entries = digital_humans.map((one) => manifestFields(one as Wanted));
  const manifest = {
    kind: "DigitalHumans",
    simulation_ids: [Number(simulation_id)],
    digital_humans: entries,
  };
  await writeNamedFile(resolve(cwd, file), writeYaml(manifest), { isNew: true }).catch(
    (error: NodeJS.ErrnoException) => {
      const reason = error.code === "EEXIST" ? "there is such a file already" : error.message;
      throw usage(`the manifest cannot be written: ${reason}`, { where: file });
    },
  );
}
