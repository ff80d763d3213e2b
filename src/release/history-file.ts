/** `.parley/releases.jsonl`: one move per line, append-only, so that git can merge it. */
import { type FileHandle, mkdir, open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Failure, usage } from "../failure.ts";
import type { LabelMove } from "./history.ts";

/** Where the history is, relative to the project file's folder. */
export const HISTORY_FILE = ".parley/releases.jsonl";

/** All moves of a history, in its own order; empty without a file. @throws Failure (usage) with the line */
export async function readHistory(file: string): Promise<LabelMove[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return "";
    throw usage(`cannot read the release history: ${error.message}`, { where: file });
  });
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const move = parse(line);
    if (move) return [move];
    // The last line has no newline: its writer was interrupted.
    if (index === lines.length - 1) return [];
    throw usage(
      isConflict(line)
        ? "the release history has a merge conflict"
        : "the release history has a damaged line",
      {
        where: `${file}:${index + 1}`,
        hint: isConflict(line)
          ? "keep the moves of both sides and delete the markers; `merge=union` in .gitattributes does it by itself"
          : "correct or delete this line",
      },
    );
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

/** A history that is open for one new move. */
export interface OpenHistory {
  /** Resolves when the line is on disk. Each line is a single write, so that two processes' lines do not mix. */
  append(move: LabelMove): Promise<void>;
  close(): Promise<void>;
}

/** Opens a history, creating it if needed. @throws Failure (usage) before anything is sent */
export async function openHistory(file: string): Promise<OpenHistory> {
  const handle = await openForAppend(file).catch((error: Error) => {
    throw usage(`cannot write the release history: ${error.message}`, {
      where: file,
      hint: "nothing was sent; choose another file with --history",
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

async function openForAppend(file: string): Promise<FileHandle> {
  await mkdir(dirname(file), { recursive: true });
  return open(file, "a+");
}

/** An unterminated line from an interrupted writer must not swallow the next one. */
async function lacksEnd(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString("latin1") !== "\n";
}

/** Devices and pipes cannot be synced, and need not be. */
function ignoreUnsupported(error: NodeJS.ErrnoException): void {
  if (error.code !== "EINVAL" && error.code !== "ENOTSUP")
    throw new Failure("failed", `could not write the release history: ${error.message}`);
}
