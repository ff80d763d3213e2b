/** Folders for the samples of calls in progress. A process that crashes leaves them behind. */
import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { pid } from "node:process";
import { isAlive } from "../../lib/lock.ts";

/** No call lasts longer. */
const CALL_MS = 2 * 60 * 60_000;

/** Containers may share a folder, but not their processes' numbers. */
const host = () => createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
const NAME = /^parley-call-(?:([\da-f]{8})-(\d{1,10})-)?[\dA-Za-z]{6}$/;

/** A new folder, which only this user can read. */
export const makeSamplesFolder = (root = tmpdir()): Promise<string> =>
  mkdtemp(join(root, `parley-call-${host()}-${pid}-`));

/** Removes the folders of processes that are gone. */
export async function removeLeftSamples(root = tmpdir()): Promise<void> {
  const names = await readdir(root).catch(() => []);
  for (const name of names) {
    const [whole, at, of] = NAME.exec(name) ?? [];
    if (whole === undefined) continue;
    const path = join(root, name);
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    // Those of other users stay.
    if (isLeft({ at, of: Number(of), changed }))
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

interface Found {
  readonly at: string | undefined;
  readonly of: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

function isLeft({ at, of, changed }: Found): boolean {
  if (at !== host()) return changed < Date.now() - CALL_MS;
  // After a restart, a process may have the number of the one before.
  return of === pid ? changed < performance.timeOrigin : !isAlive(of);
}
