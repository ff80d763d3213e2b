import { dirname } from "node:path";
import { arg, defineCommand, flag } from "./command.ts";

export const command = defineCommand({
  about:
    "Checks manifests of every kind as the commands that use them do, without a request: fields, values, names, " +
    "matrices, included files and variables. Every fault of every file is told at once, with its place.",
  args: { file: arg("<file...>", "manifests: .yaml, .json, .jsonl, .csv") },
  options: {
    allow_outside: flag("--allow-outside", "let a manifest name files outside the project's folder"),
  },
  examples: [
    ["parley validate callers.yaml calls.csv", "exit code 2 and every fault, or what is in the files"],
  ],
  view: { kind: "rows", columns: ["file", "kind", "items"] },
  async run(context, { file, allow_outside }) {
    const { findProject } = await import("../config/project.ts");
    const { validate } = await import("../manifest/validate.ts");
    const project = await findProject(context.cwd);
    const boundary = { project_folder: project && dirname(project.file), allow_outside };
    return { data: await validate(file, context, boundary) };
  },
});
