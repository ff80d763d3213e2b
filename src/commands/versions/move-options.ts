import { dirname, join, resolve } from "node:path";
import type { Context } from "../../context.ts";
import { HISTORY_FILE } from "../../release/history-file.ts";
import { option } from "../command.ts";
import { versionNumber } from "./words.ts";

export const historyOption = option(
  "--history <file>",
  "where moves are kept (default: .parley/releases.jsonl beside parley.yaml, or here)",
);

/** Of the commands that move a label. */
export const moveOptions = {
  expect: option(
    "--expect <version>",
    "refuse with exit code 6 unless this version holds the label now",
    versionNumber,
  ),
  history: historyOption,
};

/** The file that the moves of this project are kept in, and the folder out of which no link may lead it. */
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
