import { dirname, join, resolve } from "node:path";
import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import type { LabelMove } from "../../release/history.ts";
import { HISTORY_FILE, readHistory } from "../../release/history-file.ts";
import { option } from "../command.ts";
import type { Parser } from "../parsers.ts";
import { versionNumber } from "./words.ts";

export const historyOption = option(
  "--history <file>",
  "file that records the moves (default: .parley/releases.jsonl next to parley.yaml, or here)",
);

const expected: Parser<number | null> = {
  parse(word) {
    if (word === "none") return null;
    if (/^\d{1,15}$/.test(word)) return versionNumber.parse(word);
    throw usage(`must be the number of a version, or none, not "${word}"`);
  },
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

/** The file that records this project's moves, and the folder that no link may lead out of. */
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

/** The moves in the release history's file, and that file. Notes for the person what had to be omitted. */
export async function movesInFile(
  context: Context,
  history: string | undefined,
): Promise<{ readonly file: string; readonly moves: readonly LabelMove[] }> {
  const [file, within] = await historyFile(context, history);
  const { moves, remarks } = await readHistory(file, within);
  for (const remark of remarks) await context.terminal.note(`warning: ${remark}`);
  return { file, moves };
}
