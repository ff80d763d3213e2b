import type { Context } from "../../context.ts";
import type { Openness } from "../../manifest/openness.ts";
import { sanitizeLine } from "../../terminal/sanitize.ts";
import { flag, list } from "../command.ts";
import { integerFrom } from "../parsers.ts";

export const manifestFiles = list("-f, --file <manifest>", "a manifest; repeatable");
export const inSimulations = list(
  "--simulation <id>",
  "a simulation for all of them, instead of those that the manifests name; repeatable",
  integerFrom(1),
);
export const allowOutside = flag(
  "--allow-outside",
  "also read files outside the project folder that a manifest or a folder names",
);
export const allowEmpty = flag(
  "--allow-empty",
  "accept an empty manifest or folder, which is an error otherwise",
);

/** What happens to fields and values that the contract does not know. */
export const unknownOptions = {
  strict: flag("--strict", "refuse fields and values that this version does not know"),
  allow_unknown: flag("--allow-unknown", "send unknown fields and values even if they look like typos"),
};

/** Reads something with those options, then warns of anything that was passed on. */
export async function warning<T>(
  { terminal }: Pick<Context, "terminal">,
  options: ConstructorParameters<typeof Openness>[0],
  read: (openness: Openness) => Promise<T>,
): Promise<T> {
  const { Openness } = await import("../../manifest/openness.ts");
  const openness = new Openness(options);
  try {
    return await read(openness);
  } finally {
    for (const line of openness.warnings) await terminal.alert(`warning: ${sanitizeLine(line)}`);
  }
}
