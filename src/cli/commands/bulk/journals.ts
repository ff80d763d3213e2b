/** The journals of a command's manifests, for the service in use. */
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { usage } from "../../../lib/failure.ts";
import { leadsOutside } from "../../../lib/files.ts";
import { type ItemState, identityOf, type JournalState } from "../../bulk/entries.ts";
import type { Journal } from "../../bulk/journal.ts";
import { clearJournal, journalFile, openJournals, readJournal } from "../../bulk/journal-files.ts";
import type { BulkItem } from "../../bulk/outcome.ts";
import type { Context } from "../../context.ts";

/** An item listed in a manifest. */
export interface ManifestItem extends BulkItem {
  /** Absolute path of the manifest. The journal is next to it. */
  readonly manifest: string;
  /** Why the item cannot be sent. Such an item is reported and never journaled. */
  readonly fault?: string;
}

export interface OpenJournals {
  of(item: ManifestItem): Journal | undefined;
  close(): Promise<void>;
}

/**
 * Opens the journals of all items for one run. @throws Failure (failed) if another run is using one of them
 */
export async function openJournalsOf(
  context: Context,
  command: string,
  items: readonly ManifestItem[],
  options: Parameters<typeof openJournals>[1],
): Promise<OpenJournals> {
  const files = await filesOf(context, command, items);
  const journals = await openJournals(files.values(), options);
  const byManifest = new Map([...files].map(([manifest, file]) => [manifest, journals.of(file)]));
  return {
    of: ({ manifest, fault }) => (fault === undefined ? byManifest.get(manifest) : undefined),
    close: () => journals.close(),
  };
}

/** The state of each item after earlier runs, for commands that send nothing. Changes no journal. */
export async function lookIntoJournals(
  context: Context,
  command: string,
  items: readonly ManifestItem[],
): Promise<(item: ManifestItem) => ItemState | undefined> {
  const files = await filesOf(context, command, items);
  const states = new Map<string, JournalState>();
  for (const [manifest, file] of files) if (existsSync(file)) states.set(manifest, await readJournal(file));
  return (item) => states.get(item.manifest)?.get(identityOf(item));
}

/** Deletes the records of earlier runs. @throws Failure (failed) while a run is in progress */
export async function clearJournalsOf(
  context: Context,
  command: string,
  items: readonly ManifestItem[],
): Promise<void> {
  for (const file of (await filesOf(context, command, items)).values()) await clearJournal(file);
}

/** Journal files, by manifest. */
async function filesOf(
  context: Context,
  command: string,
  items: readonly ManifestItem[],
): Promise<Map<string, string>> {
  const { base_url } = await context.settings();
  const journal_dir = await journalDir(context);
  return new Map(
    [...new Set(items.flatMap(({ manifest, fault }) => (fault === undefined ? [manifest] : [])))].map(
      (manifest) => [manifest, journalFile({ manifest, command, base_url: base_url.value, journal_dir })],
    ),
  );
}

/**
 * The folder that the environment or the project file names. Undefined: each journal is next to its manifest.
 */
export async function journalDir(context: Context): Promise<string | undefined> {
  const { journal_dir, project_file } = await context.settings();
  const folder = journal_dir && resolve(context.cwd, journal_dir);
  const isProjects = !context.env["PARLEY_JOURNAL_DIR"] && project_file !== undefined;
  // Otherwise a link made by a stranger could cause journals to be written, or deleted, anywhere.
  if (folder && isProjects && leadsOutside(folder, dirname(project_file)))
    throw usage('"journal_dir" is a link to outside the folder of the project file', {
      where: folder,
      hint: "PARLEY_JOURNAL_DIR may name any folder",
    });
  return folder;
}
