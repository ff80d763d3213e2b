import { open, rm } from "node:fs/promises";
import { join } from "node:path";

/** Size of a call with a long transcript. */
const ROOM_BYTES = 256 * 1024;
/** How long an answer is reused: probes need no key, and must not keep a disk busy. */
const HOLDS_MS = 1000;

/** Whether a folder can be written right now, determined by doing it. */
export function writableCheck(folder: string): () => Promise<boolean> {
  const path = join(folder, ".room");
  let until = 0;
  let is_writable: Promise<boolean> = Promise.resolve(true);
  return () => {
    const now = performance.now();
    if (now >= until) {
      until = now + HOLDS_MS;
      is_writable = write(path).then(
        () => true,
        () => false,
      );
    }
    return is_writable;
  };
}

async function write(path: string): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.writeFile(Buffer.alloc(ROOM_BYTES, 1));
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
