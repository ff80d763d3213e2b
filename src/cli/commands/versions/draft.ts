/** What a new version is created from: a text and its metadata. */
import { resolve } from "node:path";
import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { readText as readFileText } from "../../manifest/text.ts";
import { arg, list, option } from "../command.ts";
import { pair } from "../parsers.ts";
import { overrideOption } from "./override.ts";
import { labelText } from "./words.ts";

export const fileArg = arg("<file>", "the text: a file, or - for standard input");

export const draftOptions = {
  message: option("-m, --message <text>", "commit message"),
  label: list("--label <label>", "a label for the new version; repeatable", labelText),
  override: overrideOption,
  metadata: list("--metadata <key=value>", "an entry of its metadata; repeatable", pair),
};

interface Draft {
  readonly message: string | undefined;
  readonly label: readonly string[];
  readonly metadata: readonly (readonly [key: string, value: string])[];
}

/** The fields of a new version in addition to its text. Fields that were not given are omitted. */
export const draftFields = ({ message, label, metadata }: Draft) => ({
  ...(message !== undefined && { commit_message: message }),
  ...(label.length > 0 && { labels: [...label] }),
  ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }),
});

/** The exact text of a new version. An empty text is refused because it usually means a broken pipe. */
export async function readText({ cwd, terminal, globals }: Context, file: string): Promise<string> {
  if (file === "-" && globals.api_key_stdin)
    throw usage("standard input cannot carry both the API key and the text", {
      hint: "give the text as a file, or set the key in PARLEY_API_KEY",
    });
  const text = file === "-" ? await terminal.readStdin() : await readFileText(resolve(cwd, file), file);
  if (text.trim() === "") throw usage("the text is empty", { where: file === "-" ? "standard input" : file });
  return text;
}
