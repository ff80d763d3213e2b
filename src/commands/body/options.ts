import { list, option } from "../command.ts";
import { assignment, path } from "./assignment.ts";

/** Where the fields of a body come from: a file, and flags that go over it. */
export const bodyOptions = {
  file: option("-f, --file <file>", "its fields, in YAML or JSON"),
  set: list("--set <path=value>", "one field, over what the file says; repeatable", assignment),
};

export const unsetOption = list("--unset <path>", "one field to send as null; repeatable", path);
