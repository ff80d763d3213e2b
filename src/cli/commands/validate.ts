import { arg, defineCommand } from "./command.ts";
import { allowEmpty, allowOutside, unknownOptions, warning } from "./shared/manifest-options.ts";

export const command = defineCommand({
  about:
    "Checks files of every kind offline, exactly like the commands that use them: syntax, fields, values, " +
    "variables, included files, recordings and transcripts, duplicate names. A file names its kind, except a metric. Reports every fault in every file at " +
    "once, with file:line:column. An empty file is also an error, unless you pass --allow-empty. With --json: " +
    "[{file, kind, items}].",
  args: { files: arg("<file...>", "manifests: YAML, JSON, JSON Lines or CSV") },
  options: { allow_outside: allowOutside, allow_empty: allowEmpty, ...unknownOptions },
  examples: [
    ["parley validate digital-humans.yaml", "one manifest"],
    ["parley validate manifests/*.yaml calls.csv", "all manifests of a project"],
    ["parley validate --allow-empty generated.csv", "a file that may be empty"],
  ],
  view: { kind: "rows", columns: ["file", "kind", "items"] },
  async run(context, { files, strict, allow_unknown, ...options }) {
    const { validate } = await import("../manifest/validate.ts");
    const data = await warning(context, { strict, allow_unknown }, (openness) =>
      validate(files, context, { ...options, openness }, async (evaluations) => {
        const { faultsIn } = await import("./evaluate/shared/items.ts");
        const { toPlanned } = await import("./evaluate/shared/from-manifests.ts");
        return faultsIn(
          context,
          evaluations.map((evaluation) => toPlanned(evaluation, "")),
        );
      }),
    );
    return { data };
  },
});
