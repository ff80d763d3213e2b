/**
 * Reads manifest files. A file may have several documents, each is checked with positions, and all faults are
 * reported at once.
 */
import { relative, resolve } from "node:path";
import { groupBy } from "../../contract/group-by.ts";
import { FAULTS_MAXIMUM } from "../../contract/limits.ts";
import { type Detail, Failure } from "../../lib/failure.ts";
import { checkDocument, type Env, type SchemaFor } from "./check.ts";
import type { Boundary } from "./includes.ts";
import type { Openness } from "./openness.ts";
import { parseFile, readManifestText } from "./parse.ts";
import type { Parsed, ParsedFile } from "./parsed.ts";
import { toSource } from "./source.ts";

/** The folder in which files are looked up, and the variables that they may name. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Env;
}

/** How manifests that list items are read. */
export interface ReadOptions extends Boundary {
  /** What happens to fields and values that the contract does not know. By default, they are faults. */
  readonly openness?: Openness;
  /**
   * True: a file may have no items. By default that is a fault, because a run over nothing would look like a
   * success.
   */
  readonly allow_empty?: boolean;
}

/** One document of a manifest file, checked against its kind. */
export interface ManifestDocument<T> {
  readonly file: string;
  readonly value: T;
  /** The document's value with its variables replaced, but without the schema's defaults. */
  readonly raw: unknown;
}

/**
 * Reads all documents of all files and checks them; the faults of all files are reported at once.
 * `${VAR}` and `${VAR:-default}` are replaced in strings, `$${` is a literal.
 *
 * @param hint what to do about faults; by default, that nothing was sent
 */
export async function readManifests<T>(
  files: readonly string[],
  schema: SchemaFor<T>,
  { cwd, env }: Surroundings,
  openness?: Openness,
  hint?: string,
): Promise<ManifestDocument<T>[]> {
  const { documents, faults } = await parseFiles(files, cwd);
  const checked = documents.map((parsed) => ({
    file: parsed.source.file,
    ...checkDocument(parsed, schema, env, openness),
  }));
  refuseFaults([...faults, ...checked.flatMap((document) => document.faults)], { hint });
  return checked.flatMap(({ file, value, raw }) => (value === undefined ? [] : [{ file, value, raw }]));
}

interface ParsedFiles {
  /** The files that could be read, as a person names them. */
  readonly readable: readonly string[];
  readonly documents: Parsed[];
  readonly faults: Detail[];
}

/** The documents of all files, and the faults that prevent reading any of them. */
export async function parseFiles(files: readonly string[], cwd: string): Promise<ParsedFiles> {
  const files_parsed: (ParsedFile & { readonly file: string })[] = [];
  for (const name of files) {
    const path = resolve(cwd, name);
    const file = relative(cwd, path) || name;
    try {
      files_parsed.push({ file, ...parseFile(toSource(file, path, await readManifestText(path, file))) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      files_parsed.push({ file, documents: [], faults: [{ where: file, message: error.message }] });
    }
  }
  return {
    readable: files_parsed.filter(({ faults }) => faults.length === 0).map(({ file }) => file),
    documents: files_parsed.flatMap(({ documents }) => documents),
    faults: files_parsed.flatMap(({ faults }) => faults),
  };
}

/**
 * A fault for each empty file.
 * @param filled the documents that have items or faults
 * @param items the noun for what is missing: "evaluations"
 */
export function emptyFaults(
  { readable }: ParsedFiles,
  filled: readonly Parsed[],
  items: string,
  { allow_empty = false }: ReadOptions,
): Detail[] {
  if (allow_empty) return [];
  const files = new Set(filled.map(({ source }) => source.file));
  return readable.filter((file) => !files.has(file)).map((file) => emptyFault(file, items));
}

/** The fault of an empty file or folder. */
export const emptyFault = (where: string, items: string): Detail => ({
  where,
  message: `contains no ${items}; if that is intended, add --allow-empty`,
});

interface RefusalOptions {
  /** Another failure that prevents the command from running. It is reported with the faults. */
  readonly besides?: Failure | undefined;
  /** What to do next. */
  readonly hint?: string | undefined;
}

/** @throws Failure (usage) with the first faults and their number, if there are any */
export function refuseFaults(
  details: readonly Detail[],
  { besides, hint = "nothing was sent" }: RefusalOptions = {},
): void {
  if (details.length === 0) return;
  const faults = besides ? [...details, { where: "also", message: besides.message }] : details;
  const { listed, count } = firstFaults(faults);
  const message = count === 1 ? "invalid input" : `invalid input: ${count} errors`;
  const rest = listed.length < count ? `; the first ${listed.length} are listed` : "";
  throw new Failure("usage", message + rest, {
    details: listed,
    code: "manifest",
    hint,
  });
}

/** The faults that fit in a refusal, and how many there are in all. */
function firstFaults(faults: readonly Detail[]): { readonly listed: Detail[]; readonly count: number } {
  const own_faults = faults.filter(({ more }) => more === undefined);
  const hidden = faults.reduce((sum, { more = 0 }) => sum + more, 0);
  return { listed: inOrder(own_faults).slice(0, FAULTS_MAXIMUM), count: own_faults.length + hidden };
}

/** Groups faults by file, each from top to bottom. */
function inOrder(faults: readonly Detail[]): Detail[] {
  const placed = faults.map((fault) => {
    const [, file = fault.where, line = 0, column = 0] = /^(.*):(\d+):(\d+)$/.exec(fault.where) ?? [];
    return { file, line: Number(line), column: Number(column), fault };
  });
  return [...groupBy(placed, ({ file }) => file).values()].flatMap((own) =>
    own.sort((a, b) => a.line - b.line || a.column - b.column).map(({ fault }) => fault),
  );
}
