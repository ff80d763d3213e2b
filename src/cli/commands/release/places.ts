import type { Context } from "../../context.ts";
import type { Places } from "../../release/check/report.ts";
import { warning } from "../shared/manifest-options.ts";

/**
 * Where manifests define each digital human, by name.
 * @throws Failure (usage) with every fault of every file
 */
export async function placesIn(context: Context, files: readonly string[]): Promise<Places> {
  if (files.length === 0) return new Map();
  const { readDigitalHumans } = await import("../../manifest/digital-humans.ts");
  const digital_humans = await warning(context, { strict: false, allow_unknown: false }, (openness) =>
    readDigitalHumans(files, context, { anywhere: true, openness }),
  );
  return new Map(digital_humans.map(({ name, entry: { file, line } }) => [name, { file, line }]));
}
