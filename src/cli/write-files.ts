/** Opens files for writing. Separate from `files.ts`, because most commands write none. */
import { constants, existsSync, lstatSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pid } from "node:process";
import { isWithin, RefusedFile, realWithin, refuseUnlessFile } from "../lib/files.ts";

/** Does not wait for a pipe, and does not follow a link. Windows has neither flag. */
const SAFE = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** A system file that represents an open stream: `/dev/stdout`, `/dev/null`, `>(command)`. */
const isStream = (path: string) => path.startsWith("/dev/") || path.startsWith("/proc/self/fd/");

/** @throws RefusedFile if `openToWrite` would not open it */
export function checkWritable(path: string): void {
  if (!isStream(path)) targetOf(path, dirname(path));
}

/**
 * Opens a file for writing. Writes nothing through a link that points outside the folder.
 * @param flags as `open` accepts them, as a number
 * @throws RefusedFile, or the system's error
 */
export async function openToWrite(
  path: string,
  flags: number,
  { mode = 0o666, within = dirname(path) } = {},
): Promise<FileHandle> {
  if (isStream(path)) return open(path, flags, mode);
  const handle = await open(targetOf(path, within), flags | SAFE, mode);
  try {
    refuseUnlessFile(await handle.stat(), Number.POSITIVE_INFINITY);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

interface WriteOptions {
  readonly mode?: number;
  readonly within?: string;
  /** Refuses with EEXIST if the file already exists. */
  readonly isNew?: boolean;
}

/** Writes a whole file. @throws RefusedFile, or the system's error */
export async function writeNamedFile(
  path: string,
  text: string | Uint8Array,
  { isNew = false, ...options }: WriteOptions = {},
): Promise<void> {
  const { O_WRONLY, O_CREAT, O_EXCL, O_TRUNC } = constants;
  const was_there = isStream(path) || existsSync(path);
  const handle = await openToWrite(path, O_WRONLY | O_CREAT | (isNew ? O_EXCL : O_TRUNC), options);
  try {
    await handle.writeFile(text);
  } catch (error) {
    // A part of a new file would be taken for the whole, or be in the way of the next attempt.
    if (isNew || !was_there) rmSync(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Writes a whole file that a person may have worked on: if that fails, it is as it was.
 * @throws RefusedFile, or the system's error
 */
export async function replaceNamedFile(path: string, text: string): Promise<void> {
  const before = isStream(path) ? undefined : statSync(path, { throwIfNoEntry: false });
  if (!before) return writeNamedFile(path, text);
  const target = targetOf(path, dirname(path));
  const aside = `${target}.${pid}.new`;
  try {
    await writeNamedFile(aside, text, { isNew: true, mode: before.mode & 0o777 });
  } catch (error) {
    // In a folder that cannot be written, the file itself may be.
    if (!["EACCES", "EPERM", "EROFS"].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    return writeNamedFile(path, text);
  }
  renameSync(aside, target);
}

function targetOf(path: string, within: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats) {
    refuseUnlessFile(stats, Number.POSITIVE_INFINITY);
    return realWithin(path, within);
  }
  const itself = lstatSync(path, { throwIfNoEntry: false });
  if (itself?.isSymbolicLink()) throw new RefusedFile("this is a link to a file that does not exist");
  // Another process has just created it.
  if (itself) return targetOf(path, within);
  const folder = realpathSync.native(dirname(path));
  if (!isWithin(folder, realpathSync.native(within)))
    throw new RefusedFile("its folder is a link that points elsewhere");
  return join(folder, basename(path));
}
