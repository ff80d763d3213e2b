import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates a folder for this user alone, and any missing folders above it. It creates them one at a time: in a single call,
 * Node never returns if the system claims that they do not exist while refusing to make them, as in `/proc`.
 */
export async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== "EEXIST") throw error;
  });
}
