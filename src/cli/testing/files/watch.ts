/** Changes of files in folders and below, as they come. */
import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const LEFT_OUT = /^(?:\.|node_modules$|__pycache__$)/;
/** What an agent is written in. An agent that writes such files while it works is rare. */
const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|cs|php|sh|ya?ml)$/;
/** Deeper folders, and more folders than this, are not watched. */
const DEPTH = 8;
const FOLDERS_MAXIMUM = 2000;
/** An editor writes a file in several steps. */
const SETTLED_MS = 100;

export interface Watched {
  /** From now on, only changes of code and YAML count: other files may be what the agent writes. */
  work(): void;
  /** Resolves with a changed file, at once if one changed during work, or with nothing when stopped. */
  next(signal: AbortSignal): Promise<string | undefined>;
  close(): void;
}

export function watchFiles(folders: readonly string[]): Watched {
  let isWorking = false;
  let changed: string | undefined;
  let wake = () => {};
  /** By folder, with what tells it from another one of its name. */
  const watchers = new Map<string, { readonly watcher: FSWatcher; readonly inode: number }>();
  const notice = (folder: string, name: string | null) => {
    if (name === null || LEFT_OUT.test(name) || (isWorking && !CODE.test(name))) return;
    changed = join(folder, name);
    wake();
  };
  const forget = (folder: string) => {
    watchers.get(folder)?.watcher.close();
    watchers.delete(folder);
  };
  /** Folders may have come and gone. Those that are there stay watched, so that no change is lost meanwhile. */
  const open = () => {
    const present = foldersIn(folders);
    for (const folder of watchers.keys()) if (!present.has(folder)) forget(folder);
    for (const folder of present) {
      try {
        const { ino: inode } = statSync(folder);
        if (watchers.get(folder)?.inode === inode) continue;
        forget(folder);
        const watcher = watch(folder, (_, name) => notice(folder, name));
        // A folder that is deleted is no longer watched.
        watcher.on("error", () => {
          if (watchers.get(folder)?.watcher === watcher) forget(folder);
        });
        watchers.set(folder, { watcher, inode });
      } catch {
        // It was deleted a moment ago, or nobody may read it.
      }
    }
  };
  open();
  return {
    work() {
      isWorking = true;
    },
    async next(signal) {
      isWorking = false;
      open();
      if (changed === undefined && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener("abort", () => resolve(), { once: true });
        });
      await sleep(SETTLED_MS, undefined, { signal }).catch(() => undefined);
      const file = changed;
      changed = undefined;
      return signal.aborted ? undefined : file;
    },
    close() {
      for (const folder of [...watchers.keys()]) forget(folder);
    },
  };
}

function foldersIn(roots: readonly string[]): Set<string> {
  const folders = new Set<string>();
  const look = (folder: string, depth: number) => {
    if (folders.size >= FOLDERS_MAXIMUM || folders.has(folder)) return;
    folders.add(folder);
    if (depth === DEPTH) return;
    try {
      for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isDirectory() && !LEFT_OUT.test(entry.name)) look(join(folder, entry.name), depth + 1);
    } catch {
      // Nobody may read it.
    }
  };
  for (const root of roots) look(root, 0);
  return folders;
}
