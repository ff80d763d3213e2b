/** Files that a manifest names. Files outside the project are read only if that is allowed. */
import { realpath } from "node:fs/promises";
import { dirname, parse, relative, resolve, sep } from "node:path";
import { type Detail, Failure, usage } from "../../lib/failure.ts";
import { BYTES_MAXIMUM, checkFile } from "../../lib/files.ts";
import { projectFolder } from "../config/project.ts";
import type { Entry, Layer } from "./entry.ts";
import { readText } from "./text.ts";

export interface Boundary {
  /**
   * True: files may be anywhere. By default they must be in the folder of the project file, or in the
   * manifest's own folder if there is no project file. Without it, the command has no such option.
   */
  readonly allow_outside?: boolean;
}

/** What to do about a file outside the folder. */
export const MOVE_IT = "move it there, or put a parley.yaml into a folder above both";

/** A file that an entry names: its path, and the folder that it must be in when it is opened. */
export interface Include {
  readonly path: string;
  readonly within: string;
}

/**
 * Finds a file that an entry names, relative to its manifest.
 * @throws Failure (usage) if it does not exist, is not a regular file, or is outside the folder once links
 *   are followed
 */
export async function resolveInclude(
  entry: Entry,
  name: string,
  boundary: Boundary,
  maximum: number = BYTES_MAXIMUM.text,
): Promise<Include> {
  const folder = dirname(entry.parsed.source.path);
  const path = resolve(folder, name);
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    throw usage(error.code === "ENOENT" ? `file not found: ${name}` : error.message);
  });
  const within = boundary.allow_outside ? parse(real).root : await realpath(projectFolder(folder) ?? folder);
  if (!real.startsWith(within.endsWith(sep) ? within : within + sep))
    throw usage(
      `${name} is outside the folder ${relative(folder, within) || "of the manifest"}; ` +
        (boundary.allow_outside === undefined ? MOVE_IT : "--allow-outside allows that"),
    );
  try {
    checkFile(real, { maximum, within });
  } catch (error) {
    throw usage((error as Error).message);
  }
  return { path: real, within };
}

/** A text field, and the field that can name a file with its text instead. */
export interface TextField {
  readonly name: string;
  readonly file: string;
}

/** A text may be given directly or as a file. A layer that has either replaces both. */
export function putTexts(entry: Entry, layer: Layer, texts: readonly TextField[]): Detail[] {
  const { fields } = layer;
  const named = texts.filter(({ name, file }) => name in fields || file in fields);
  for (const { name, file } of named) {
    entry.delete(name);
    entry.delete(file);
  }
  entry.put(layer);
  return named
    .filter(({ name, file }) => name in fields && file in fields)
    .map(({ name, file }) => entry.fault(file, `give ${name} or ${file}, not both`));
}

/** Replaces each field that names a file with the text of the file. @returns the faults */
export async function includeTexts(
  entry: Entry,
  texts: readonly TextField[],
  boundary: Boundary,
): Promise<Detail[]> {
  const faults: Detail[] = [];
  for (const { name, file } of texts) {
    const path = entry.get(file);
    if (typeof path !== "string") continue;
    try {
      const include = await resolveInclude(entry, path, boundary);
      const text = await readText(include.path, path, include);
      entry.set(name, text, entry.originOf(file));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      faults.push(entry.fault(file, error.message));
    }
    entry.delete(file);
  }
  return faults;
}

/** How many files are open at once: a process can open only a limited number. */
const AT_ONCE = 16;

/** Maps items to results in the same order, a few at a time. */
export async function mapSome<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [i, item] of queue) results[i] = await map(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
  return results;
}
