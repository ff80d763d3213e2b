/** Errors of the operating system that a person can do something about: none of them is a bug of the program. */
import { Failure } from "../lib/failure.ts";

const SPACE = ["no space left on the disk", "free some space, and run the same command again"] as const;
const RIGHTS = "the user who runs parley must be allowed to write there";
const FILES = ["too many open files", "close other programs, or raise the limit (`ulimit -n`)"] as const;

const FAULTS: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  ENOSPC: SPACE,
  SQLITE_FULL: SPACE,
  EDQUOT: ["the disk quota is used up", SPACE[1]],
  EROFS: ["the disk is read-only", "run the command in a folder that can be written"],
  EACCES: ["permission denied", RIGHTS],
  EPERM: ["the operation is not permitted", RIGHTS],
  EMFILE: FILES,
  ENFILE: FILES,
  EIO: ["the disk reports an input or output error", "check the disk"],
};

/** The failure that such an error means. Undefined for all others. */
export function systemFault(error: unknown): Failure | undefined {
  const { code, path, sqliteCodeName } = error as NodeJS.ErrnoException & { sqliteCodeName?: string };
  const [message, hint] = FAULTS[sqliteCodeName ?? code ?? ""] ?? [];
  if (message === undefined || hint === undefined) return undefined;
  return new Failure("failed", message, { ...(path && { where: path }), code: "system", hint, cause: error });
}
