import { dirname, join, resolve } from "node:path";
import type { Context } from "../../context.ts";
import { HISTORY_FILE } from "../../release/history-file.ts";
import { option } from "../command.ts";
import type { Parser } from "../parsers.ts";
import { versionNumber } from "./words.ts";

export const historyOption = option(
  "--history <file>",
  "file that records the moves (default: .parley/releases.jsonl next to parley.yaml, or here)",
);

const expected: Parser<number | null> = {
  parse: (word) => (word === "none" ? null : versionNumber.parse(word)),
};

/** Options of the commands that move a label. */
export const moveOptions = {
  expect: option(
    "--expect <version>",
    "refuse with exit code 6 unless this version has the label now; none: no version",
    expected,
  ),
  history: historyOption,
};

/** The file that records this project's moves, and the folder that no link may lead it out of. */
export async function historyFile(
  context: Context,
  named: string | undefined,
): Promise<[file: string, within: string]> {
  const file = named === undefined ? undefined : resolve(context.cwd, named);
  if (file !== undefined) return [file, dirname(file)];
  const { project_file } = await context.settings();
  const folder = project_file === undefined ? context.cwd : dirname(project_file);
  return [join(folder, HISTORY_FILE), folder];
}
