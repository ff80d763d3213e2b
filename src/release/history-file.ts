/** `.parley/releases.jsonl`: one move a line, only ever appended to, so that git can merge it. */
import { lstatSync } from "node:fs";
import { type FileHandle, mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Failure, usage } from "../failure.ts";
import type { LabelMove } from "./history.ts";

/** Where the history is, below the folder of the project file. */
export const HISTORY_FILE = ".parley/releases.jsonl";

/** All moves of a history, as they stand in it; none where there is no file. @throws Failure (usage) with the line */
export async function readHistory(file: string): Promise<LabelMove[]> {
  refuseStrange(file);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return "";
    throw usage(`the history cannot be read: ${error.message}`, { where: file });
  });
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const move = parse(line);
    if (move) return [move];
    // The last line without an end: whoever wrote it was interrupted.
    if (index === lines.length - 1) return [];
    throw usage(isConflict(line) ? "the history has a merge conflict" : "the history has a damaged line", {
      where: `${file}:${index + 1}`,
      hint: isConflict(line)
        ? "keep the moves of both sides and delete the markers; `merge=union` in .gitattributes does it by itself"
        : "correct the line or delete it",
    });
  });
}

const isConflict = (line: string) => /^(?:<{7}|={7}|>{7}|\|{7})/.test(line);

function parse(line: string): LabelMove | undefined {
  try {
    const move: unknown = JSON.parse(line);
    return isMove(move) ? move : undefined;
  } catch {
    return undefined;
  }
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

/** A history that is open for one move. */
export interface OpenHistory {
  /** Resolves when the line is on disk. One write a line: what two processes append does not mix. */
  append(move: LabelMove): Promise<void>;
  close(): Promise<void>;
}

/** Opens a history, and makes it where there is none. @throws Failure (usage): nothing has been sent yet */
export async function openHistory(file: string): Promise<OpenHistory> {
  refuseStrange(file);
  const handle = await openForAppend(file).catch((error: Error) => {
    throw usage(`the history cannot be written: ${error.message}`, {
      where: file,
      hint: "nothing was sent; --history names another file",
    });
  });
  return {
    async append(move) {
      const line = `${(await lacksEnd(handle)) ? "\n" : ""}${JSON.stringify(move)}\n`;
      await handle.appendFile(line);
      await handle.datasync().catch(ignoreUnsupported);
    },
    close: () => handle.close(),
  };
}

/**
 * In a stranger's folder the history, or the folder that it lies in, may be a link to a file of the user's own, or a pipe
 * that never ends.
 */
function refuseStrange(file: string): void {
  if (!file.endsWith(HISTORY_FILE)) return;
  const [folder, found] = [dirname(file), file].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  if (!(folder?.isSymbolicLink() || (found && !found.isFile()))) return;
  throw usage("the history is not a plain file in a folder of its own", {
    where: file,
    hint: "nothing was sent; remove the link, or name another file with --history",
  });
}

async function openForAppend(file: string): Promise<FileHandle> {
  await mkdir(dirname(file), { recursive: true });
  return open(file, "a+");
}

/** A line without an end, of a writer that was interrupted, must not swallow the next. */
async function lacksEnd(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString("latin1") !== "\n";
}

/** Devices and pipes cannot be synced, and need not. */
function ignoreUnsupported(error: NodeJS.ErrnoException): void {
  if (error.code !== "EINVAL" && error.code !== "ENOTSUP")
    throw new Failure("failed", `the history could not be written: ${error.message}`);
}
