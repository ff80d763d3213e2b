import { list, option } from "../command.ts";
import { unknownOptions } from "../shared/manifest-options.ts";
import { assignment, path } from "./assignment.ts";

/** Where the fields of a body come from: a file, and flags that override it. */
export const bodyOptions = {
  file: option("-f, --file <file>", "a file with its fields, in YAML or JSON"),
  set: list(
    "--set <path=value>",
    "set one field by its dotted path, overriding the file; repeatable",
    assignment,
  ),
  ...unknownOptions,
};

export const unsetOption = list("--unset <path>", "send one field as null; repeatable", path);
