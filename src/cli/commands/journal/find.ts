/** Finds the journal files that a person means. */
import { stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { usage } from "../../../lib/failure.ts";
import { listJournals } from "../../bulk/journal-files.ts";
import type { Context } from "../../context.ts";
import { journalDir } from "../bulk/journals.ts";

/**
 * The journals of a manifest or of a folder. A journal file is returned itself. Finding none is not an error.
 * @throws Failure (usage) if the file does not exist
 */
export async function findJournals(context: Context, name: string): Promise<string[]> {
  const path = resolve(context.cwd, name);
  const stats = await stat(path).catch(() => undefined);
  if (!stats) throw usage("file or folder not found", { where: name });
  const own = await journalDir(context);
  if (stats.isDirectory()) return listJournals(own ?? join(path, ".parley", "journal"));
  const beside = await listJournals(own ?? join(dirname(path), ".parley", "journal"));
  const ofManifest = beside.filter((file) => basename(file).startsWith(`${basename(path)}.`));
  if (ofManifest.length > 0) return ofManifest;
  return basename(dirname(path)) === "journal" || dirname(path) === own ? [path] : [];
}

/** The only journal that matches. @throws Failure (usage) if there are none or several */
export async function findJournal(context: Context, name: string): Promise<string> {
  const [file, ...more] = await findJournals(context, name);
  if (file === undefined)
    throw usage("no journal found: nothing was sent from here", {
      where: name,
      hint: "`parley journal list` shows the journals in this folder",
    });
  if (more.length > 0)
    throw usage("several journals match", {
      where: name,
      hint: `choose one of ${[file, ...more].map((one) => shown(context, one)).join(", ")}`,
    });
  return file;
}

/** A path in the form in which a person reads and types it. */
export const shown = ({ cwd }: Context, file: string) => relative(cwd, file) || file;
