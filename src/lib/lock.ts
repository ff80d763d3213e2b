/**
 * Locks between processes. A lock is a file next to the locked file. It is created with O_EXCL and names its
 * holder.
 */
import { randomUUID } from "node:crypto";
import { open, stat, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { kill, pid } from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "./failure.ts";
import { BYTES_MAXIMUM, readRegularFile } from "./files.ts";

/** If a lock file of this age names no holder, its writer died while writing it. */
const UNREADABLE_MS = 10_000;

export interface LockOptions {
  /** What is locked, for the error message: "another parley process is using the configuration". */
  readonly what: string;
  /** How long to wait for another holder. */
  readonly patience_ms: number;
}

export interface Lock {
  release(): Promise<void>;
}

/**
 * Locks `file`. If the holder was a process on this machine that no longer runs, its lock is taken over at
 * once.
 * @throws Failure (failed) if another process holds it for longer than `patience_ms`
 */
export async function takeLock(file: string, { what, patience_ms }: LockOptions): Promise<Lock> {
  const lock = `${file}.lock`;
  const ours = JSON.stringify({ pid, host: hostname(), id: randomUUID() });
  const end = performance.now() + patience_ms;
  while (!(await create(lock, ours))) {
    const holder = holderOf(lock);
    if (holder !== undefined && (await isGone(lock, holder))) await removeDead(lock, holder);
    else if (performance.now() >= end)
      throw new Failure("failed", `another parley process is using ${what}`, {
        where: lock,
        hint: "if no other parley is running, delete this file",
      });
    else await sleep(10 + Math.random() * 30);
  }
  return {
    async release() {
      // Delete it only if it still belongs to this process: a person may have deleted the file and started
      // another run.
      if (holderOf(lock) === ours) await unlink(lock);
    },
  };
}

/** Whether a process currently holds the lock of `file`. */
export async function isHeld(file: string): Promise<boolean> {
  const lock = `${file}.lock`;
  const holder = holderOf(lock);
  return holder !== undefined && !(await isGone(lock, holder));
}

/** Runs `work`, a short section, in only one process at a time. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = await takeLock(file, { what: "the configuration", patience_ms: 15_000 });
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/**
 * The content of a lock file; undefined if it does not exist, or if it is not a lock file: anyone may write
 * to its folder.
 */
function holderOf(lock: string): string | undefined {
  try {
    return readRegularFile(lock, { maximum: BYTES_MAXIMUM.lock, within: dirname(lock) }).toString();
  } catch {
    return undefined;
  }
}

async function create(lock: string, content: string): Promise<boolean> {
  try {
    const file = await open(lock, "wx", 0o600);
    try {
      await file.writeFile(content);
    } catch (error) {
      // A lock without a holder would keep the next process away.
      await unlink(lock).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function isGone(lock: string, content: string): Promise<boolean> {
  const holder = parseHolder(content);
  if (holder) return holder.host === hostname() && !isAlive(holder.pid);
  return isOld(lock);
}

function parseHolder(content: string): { readonly pid: number; readonly host: string } | undefined {
  try {
    const { pid: of, host } = JSON.parse(content) as { pid?: unknown; host?: unknown };
    return typeof of === "number" && typeof host === "string" ? { pid: of, host } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether there is a process with this number. */
export function isAlive(of: number): boolean {
  try {
    kill(of, 0);
    return true;
  } catch (error) {
    // EPERM: the process is running as another user.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

async function isOld(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > UNREADABLE_MS;
}

/**
 * Removes a dead holder's lock. Two processes that saw the same dead holder must not remove it one after the
 * other: the second would remove the lock that a third has created since. So only one process at a time
 * removes a lock, and it checks again first.
 */
async function removeDead(lock: string, holder: string): Promise<void> {
  const guard = `${lock}.takeover`;
  if (!(await create(guard, ""))) {
    if (await isOld(guard)) await unlink(guard).catch(() => undefined);
    await sleep(10);
    return;
  }
  try {
    if (holderOf(lock) === holder) await unlink(lock);
  } finally {
    await unlink(guard).catch(() => undefined);
  }
}
