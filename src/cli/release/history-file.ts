/** `.parley/releases.jsonl`: one move per line, append-only, so that git can merge it. */
import { constants } from "node:fs";
import { type FileHandle, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { parseJson } from "../../contract/json.ts";
import { Failure, usage } from "../../lib/failure.ts";
import { BYTES_MAXIMUM, readRegularFile } from "../../lib/files.ts";
import { openToWrite } from "../write-files.ts";
import type { LabelMove } from "./history.ts";

/** Where the history is, relative to the project file's folder. */
export const HISTORY_FILE = ".parley/releases.jsonl";

/** Closes a line whose writer was interrupted, so that the next one can be appended. */
const UNFINISHED = " # unfinished";

export interface ReadHistory {
  readonly moves: LabelMove[];
  /** Remarks for a person about anything that had to be left out. */
  readonly remarks: string[];
}

/**
 * All moves of a history, in the order of the file; empty if the file does not exist.
 * @param within the folder that the file must be in once links are followed
 * @throws Failure (usage) with the line
 */
export async function readHistory(file: string, within = dirname(file)): Promise<ReadHistory> {
  const remarks: string[] = [];
  const lines = readText(file, within).split("\n");
  const moves = lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const move = parse(line);
    if (move) return [move];
    if (index === lines.length - 1 || line.endsWith(UNFINISHED)) {
      remarks.push(
        `${file}:${index + 1}: this line was not written completely and is ignored: a move may be missing`,
      );
      return [];
    }
    throw usage(
      isConflict(line)
        ? "the release history has a merge conflict"
        : "the release history has a damaged line",
      {
        where: `${file}:${index + 1}`,
        hint: isConflict(line)
          ? "keep the moves of both sides and delete the markers; `merge=union` in .gitattributes does this automatically"
          : "correct or delete this line",
      },
    );
  });
  return { moves, remarks };
}

function readText(file: string, within: string): string {
  try {
    return readRegularFile(file, { maximum: BYTES_MAXIMUM.release_history, within }).toString();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return "";
    throw usage(`cannot read the release history: ${message}`, { where: file });
  }
}

const isConflict = (line: string) => /^(?:<{7}|={7}|>{7}|\|{7})/.test(line);

function parse(line: string): LabelMove | undefined {
  const move = parseJson(line);
  return isMove(move) ? move : undefined;
}

function isMove(value: unknown): value is LabelMove {
  if (typeof value !== "object" || value === null) return false;
  const move = value as Partial<Record<keyof LabelMove, unknown>>;
  return (
    typeof move.at === "string" &&
    !Number.isNaN(Date.parse(move.at)) &&
    typeof move.base_url === "string" &&
    typeof move.label === "string" &&
    Number.isInteger(move.agent_id) &&
    Number.isInteger(move.version) &&
    (move.previous_version === null || Number.isInteger(move.previous_version)) &&
    (move.kind === "prompt" || move.kind === "knowledge_base") &&
    (move.action === "promote" || move.action === "rollback")
  );
}

/** A history that is open for one new move. */
export interface OpenHistory {
  /**
   * Resolves when the line is on disk. Each line is a single write, so that lines of two processes do not
   * mix.
   */
  append(move: LabelMove): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a history, and creates it if needed.
 * @param within the folder that the file must be in once links are followed
 * @throws Failure (usage) before anything is sent
 */
export async function openHistory(file: string, within = dirname(file)): Promise<OpenHistory> {
  const handle = await openForAppend(file, within).catch((error: Error) => {
    throw usage(`cannot write the release history: ${error.message}`, {
      where: file,
      hint: "nothing was sent; choose another file with --history",
    });
  });
  return {
    async append(move) {
      await handle.appendFile(`${await missingEnd(handle)}${JSON.stringify(move)}\n`);
      await handle.datasync().catch(ignoreUnsupported);
    },
    close: () => handle.close(),
  };
}

async function openForAppend(file: string, within: string): Promise<FileHandle> {
  await mkdir(dirname(file), { recursive: true });
  return openToWrite(file, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, { within });
}

/**
 * The text that ends the last line, if it has no end: a line of an interrupted writer must not swallow the
 * next one.
 */
async function missingEnd(handle: FileHandle): Promise<string> {
  const { size } = await handle.stat();
  if (size === 0) return "";
  const { buffer } = await handle.read(Buffer.alloc(size), 0, size, 0);
  const last = buffer.toString().split("\n").at(-1) ?? "";
  if (last === "") return "";
  return parse(last) ? "\n" : `${UNFINISHED}\n`;
}

/** A path to an open stream (`/dev/stdout`) cannot be synced, and need not be. */
function ignoreUnsupported(error: NodeJS.ErrnoException): void {
  if (error.code !== "EINVAL" && error.code !== "ENOTSUP")
    throw new Failure("failed", `could not write the release history: ${error.message}`);
}
