/** What a new version is made from: a text, and what is known about it. */
import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import { usage } from "../../failure.ts";
import { readText as readFileText } from "../../manifest/text.ts";
import { arg, list, option } from "../command.ts";
import { pair } from "../parsers.ts";
import { labelText } from "./words.ts";

export const fileArg = arg("<file>", "the text: a file, or - for standard input");

export const draftOptions = {
  message: option("-m, --message <text>", "commit message"),
  label: list("--label <label>", "a label of the new version; repeatable", labelText),
  metadata: list("--metadata <key=value>", "a key of its metadata; repeatable", pair),
};

interface Draft {
  readonly message: string | undefined;
  readonly label: readonly string[];
  readonly metadata: readonly (readonly [key: string, value: string])[];
}

/** The fields of a new version besides its text; what was not given is left out. */
export const draftFields = ({ message, label, metadata }: Draft) => ({
  ...(message !== undefined && { commit_message: message }),
  ...(label.length > 0 && { labels: [...label] }),
  ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }),
});

/** The text of a new version, to the letter. An empty one is refused: it is the trace of a broken pipe. */
export async function readText({ cwd, terminal, globals }: Context, file: string): Promise<string> {
  if (file === "-" && globals.api_key_stdin)
    throw usage("standard input cannot hold both the API key and the text", {
      hint: "give the text as a file, or the key in PARLEY_API_KEY",
    });
  const text = file === "-" ? await terminal.readStdin() : await readFileText(resolve(cwd, file), file);
  if (text.trim() === "") throw usage("the text is empty", { where: file === "-" ? "standard input" : file });
  return text;
}
