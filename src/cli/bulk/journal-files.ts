/** Where journals are, and how to open, list and delete them. */
import { hash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, unlink } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../../lib/failure.ts";
import { BYTES_MAXIMUM, RefusedFile, readRegularFile, refuseUnlessFile } from "../../lib/files.ts";
import { type Lock, takeLock } from "../../lib/lock.ts";
import { openToWrite } from "../write-files.ts";
import { type JournalState, parseJournal } from "./entries.ts";
import { Journal } from "./journal.ts";

const EXTENSION = ".jsonl";
/** A single item hardly notices this pause. With thousands per second, about twenty share an fsync. */
const PAUSE_MS = 2;
const DEFAULT_FOLDER = join(".parley", "journal");

export interface JournalPlace {
  /** Absolute path. */
  readonly manifest: string;
  readonly command: string;
  /** The service's URL: something sent to one service was not sent to another. */
  readonly base_url: string;
  /**
   * `journal_dir` of the settings, absolute. By default, the journal is in `.parley/journal` next to the
   * manifest.
   */
  readonly journal_dir?: string | undefined;
}

/** The journal's file. Its name is readable, and different for every manifest, command and service. */
export function journalFile({ manifest, command, base_url, journal_dir }: JournalPlace): string {
  const folder = journal_dir ?? join(dirname(manifest), DEFAULT_FOLDER);
  // Relative, so that a checkout at another path finds its journal.
  const whole = JSON.stringify([relative(folder, manifest), command, base_url]);
  const digest = hash("sha256", whole).slice(0, 8);
  const host = new URL(base_url).host.replaceAll(/[^\w.-]/g, "-");
  return join(folder, [basename(manifest), command, host, digest].join(".") + EXTENSION);
}

interface OpenOptions {
  /** Discards the records of earlier runs. */
  readonly restart?: boolean;
  /** The time between two fsyncs. It gets longer if nothing waits for the disk. */
  readonly pause_ms?: number;
}

/**
 * Opens a journal for one run. Other processes cannot open it until it is closed.
 * @throws Failure (failed) if another run holds it, if it is damaged, or if it is not a regular file
 */
export async function openJournal(
  file: string,
  { restart = false, pause_ms = PAUSE_MS }: OpenOptions = {},
): Promise<Journal> {
  const lock = await lockIn(dirname(file), file);
  let handle: FileHandle | undefined;
  try {
    await refuseStrange(file);
    handle = await openToWrite(file, APPEND, { mode: 0o600 });
    if (!restart) refuseUnlessFile(await handle.stat(), BYTES_MAXIMUM.journal);
    const state = await recover(handle, file, restart);
    return new Journal({
      file,
      handle,
      state,
      now: Date.now,
      pause: () => sleep(pause_ms),
      release: () => lock.release(),
    });
  } catch (error) {
    await handle?.close();
    await lock.release();
    throw error instanceof RefusedFile ? unreadable(file, error) : error;
  }
}

const unreadable = (file: string, { message }: Error) =>
  new Failure("failed", `cannot read the journal: ${message}`, {
    where: file,
    code: "journal",
    hint: "delete it with `parley journal clear`; the next run then sends everything again",
  });

/** A stranger's manifest may come with a link in place of `.parley` or of its `journal` folder. */
async function refuseLinkedFolder(folder: string): Promise<void> {
  if (!folder.endsWith(DEFAULT_FOLDER)) return;
  for (const part of [dirname(folder), folder]) {
    const stats = await lstat(part).catch(() => undefined);
    if (stats?.isSymbolicLink())
      throw new Failure("failed", "the folder of the journal is a symbolic link", {
        where: part,
        code: "journal",
        hint: "remove it, or name the folder with PARLEY_JOURNAL_DIR",
      });
  }
}

async function lockIn(folder: string, file: string): Promise<Lock> {
  try {
    await refuseLinkedFolder(folder);
    await mkdir(folder, { recursive: true });
    return await takeLock(file, { what: "this journal", patience_ms: 0 });
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure("failed", `cannot open the journal: ${(error as Error).message}`, {
      where: file,
      code: "journal",
      hint: "nothing was sent; name a folder for journals with PARLEY_JOURNAL_DIR or journal_dir in parley.yaml",
      cause: error,
    });
  }
}

const APPEND = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND;

/** Cuts off a torn line, and makes the file and its name durable. */
async function recover(handle: FileHandle, file: string, restart: boolean): Promise<JournalState> {
  const content = restart ? new Uint8Array() : await handle.readFile();
  const { state, whole_bytes } = parseJournal(content, file);
  await handle.truncate(whole_bytes);
  await handle.sync();
  await syncFolder(dirname(file));
  return state;
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders. There, the name becomes durable with the file.
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().finally(() => handle.close());
}

/** A link, even one within the folder, could point to any of the user's files. */
async function refuseStrange(file: string): Promise<void> {
  const stats = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (stats && !stats.isFile())
    throw new Failure(
      "failed",
      `the journal is ${stats.isSymbolicLink() ? "a symbolic link" : "not a regular file"}`,
      {
        where: file,
        code: "journal",
        hint: "remove it, or name another folder with journal_dir in parley.yaml",
      },
    );
}

/** The journals of several manifests, for one run. */
export interface Journals {
  /** The open journal of a file. */
  of(file: string): Journal | undefined;
  close(): Promise<void>;
}

/** Opens all of them, or none. */
export async function openJournals(files: Iterable<string>, options: OpenOptions = {}): Promise<Journals> {
  const opened = new Map<string, Journal>();
  const close = async () => {
    await Promise.all([...opened.values()].map((journal) => journal.close()));
  };
  try {
    for (const file of new Set(files)) opened.set(file, await openJournal(file, options));
  } catch (error) {
    await close();
    throw error;
  }
  return { of: (file) => opened.get(file), close };
}

/** The state of each item of a journal. A run may be writing to it. */
export async function readJournal(file: string): Promise<JournalState> {
  await refuseStrange(file);
  try {
    const content = readRegularFile(file, { maximum: BYTES_MAXIMUM.journal, within: dirname(file) });
    return parseJournal(content, file).state;
  } catch (error) {
    throw error instanceof RefusedFile ? unreadable(file, error) : error;
  }
}

/** The journals of a folder, by name; an empty list if the folder does not exist. */
export async function listJournals(folder: string): Promise<string[]> {
  await refuseLinkedFolder(folder);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith(EXTENSION))
    .sort()
    .map((name) => join(folder, name));
}

/** Deletes a journal. @throws Failure (failed) while a run holds it */
export async function clearJournal(file: string): Promise<void> {
  const lock = await takeLock(file, { what: "this journal", patience_ms: 0 });
  try {
    await unlink(file);
  } finally {
    await lock.release();
  }
}
