import { arg, defineCommand } from "./command.ts";
import { allowOutside } from "./manifest-options.ts";

export const command = defineCommand({
  about:
    "Checks files of every kind as the commands that use them do, without the network: syntax, fields, values, " +
    "variables, included files, names that are there twice. Every fault of every file is told at once, with " +
    "file:line:column. With --json: [{file, kind, items}].",
  args: { files: arg("<file...>", "manifests: YAML, JSON, JSON Lines or CSV") },
  options: { allow_outside: allowOutside },
  examples: [
    ["parley validate digital-humans.yaml", "one manifest"],
    ["parley validate manifests/*.yaml calls.csv", "all of a project"],
  ],
  view: { kind: "rows", columns: ["file", "kind", "items"] },
  async run(context, { files, allow_outside }) {
    const { validate } = await import("../manifest/validate.ts");
    return { data: await validate(files, context, { allow_outside }) };
  },
});
