/**
 * Checks that files can be written before anything is sent: a report must not be lost after the work is done.
 */
import { constants, existsSync } from "node:fs";
import { access } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { usage } from "../../../lib/failure.ts";
import type { Context } from "../../context.ts";
import { checkWritable } from "../../write-files.ts";

/** A file that a command writes, relative to the working directory. */
export interface Target {
  /** The option that names the file, as it was given: `--junit verdicts.xml`. */
  readonly option: string;
  readonly file: string;
  /** The noun for the content of the file, such as "report". */
  readonly what: string;
  /** The file must not exist yet. */
  readonly isNew?: boolean;
}

/** @throws Failure (usage) for the first file that cannot be written, or that two options name */
export async function requireWritable(context: Context, targets: readonly Target[]): Promise<void> {
  const named = new Map<string, Target>();
  for (const target of targets) {
    const { option, file, what, isNew = false } = target;
    const path = resolve(context.cwd, file);
    const refused = (reason: string, hint = "nothing was sent") =>
      usage(`cannot write the ${what}: ${reason}`, { where: option, hint });
    const before = named.get(path);
    // Several options may name standard output. A file would keep only the last of them.
    if (before && !path.startsWith("/dev/")) throw refused(`${before.option} names the same file`);
    named.set(path, target);
    const exists = existsSync(path);
    if (exists && isNew) throw refused("the file already exists", anotherFile(option, file));
    try {
      checkWritable(path);
      await access(exists ? path : dirname(path), constants.W_OK);
    } catch (error) {
      throw refused((error as Error).message);
    }
  }
}

const anotherFile = (option: string, file: string) =>
  `name another file with \`${option.split(" ")[0]}\`, or delete ${file}; nothing was sent`;
