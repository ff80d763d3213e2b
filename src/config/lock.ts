import { randomUUID } from "node:crypto";
import { open, readFile, stat, unlink } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../failure.ts";

/** A holder that has not finished after this long has died. Nothing that is locked takes a second. */
const STALE_MS = 10_000;
const GIVE_UP_MS = 15_000;

/** Runs `work` while no other process does: a lock file beside `file`, made with O_EXCL, named by its owner. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  const owner = randomUUID();
  await take(lock, owner);
  try {
    return await work();
  } finally {
    // Only what is still ours: a stale lock may have been taken over.
    if ((await readFile(lock, "utf8").catch(() => "")) === owner) await unlink(lock);
  }
}

async function take(lock: string, owner: string): Promise<void> {
  const end = Date.now() + GIVE_UP_MS;
  while (!(await create(lock, owner))) {
    const held = await stat(lock).catch(() => undefined);
    if (held && Date.now() - held.mtimeMs > STALE_MS) await unlink(lock).catch(() => undefined);
    else if (Date.now() > end)
      throw new Failure("failed", "another parley holds the configuration", {
        where: lock,
        hint: "delete the file if no other parley is running",
      });
    else await sleep(10 + Math.random() * 30);
  }
}

async function create(lock: string, owner: string): Promise<boolean> {
  try {
    const file = await open(lock, "wx", 0o600);
    await file.writeFile(owner);
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
