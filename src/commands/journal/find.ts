/** From what a person types to journal files. */
import { stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { listJournals } from "../../bulk/journal-files.ts";
import type { Context } from "../../context.ts";
import { usage } from "../../failure.ts";
import { journalDir } from "../bulk/journals.ts";

/**
 * The journals of a manifest or of a folder; a journal's own file is itself. None is not an error.
 * @throws Failure (usage) where there is no such file
 */
export async function findJournals(context: Context, name: string): Promise<string[]> {
  const path = resolve(context.cwd, name);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw usage("there is no such file or folder", { where: name });
  const own = await journalDir(context);
  if (found.isDirectory()) return listJournals(own ?? join(path, ".parley", "journal"));
  const beside = await listJournals(own ?? join(dirname(path), ".parley", "journal"));
  const ofManifest = beside.filter((file) => basename(file).startsWith(`${basename(path)}.`));
  if (ofManifest.length > 0) return ofManifest;
  return basename(dirname(path)) === "journal" || dirname(path) === own ? [path] : [];
}

/** The one journal that is meant. @throws Failure (usage) where there is none, or several */
export async function findJournal(context: Context, name: string): Promise<string> {
  const [file, ...more] = await findJournals(context, name);
  if (file === undefined)
    throw usage("nothing of it was sent from here: there is no journal", {
      where: name,
      hint: "`parley journal list` shows the journals of this folder",
    });
  if (more.length > 0)
    throw usage("several journals are meant", {
      where: name,
      hint: `name one of ${[file, ...more].map((one) => shown(context, one)).join(", ")}`,
    });
  return file;
}

/** A path as a person reads and types it. */
export const shown = ({ cwd }: Context, file: string) => relative(cwd, file) || file;
