/** Reads manifest files: several documents in a file, each checked with positions; the faults of all are told at once. */
import { relative, resolve } from "node:path";
import { FAULTS_MAXIMUM } from "../contract/limits.ts";
import { type Detail, Failure } from "../failure.ts";
import { checkDocument, type Env, type SchemaFor } from "./check.ts";
import { parseFile, readManifestText } from "./parse.ts";
import type { Parsed, ParsedFile } from "./parsed.ts";
import { toSource } from "./source.ts";

/** Where files are looked for, and the variables that they may name. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Env;
}

/** One document of a manifest file, checked against its kind. */
export interface ManifestDocument<T> {
  readonly file: string;
  readonly value: T;
  /** What the file says, variables replaced; defaults of the schema are not filled in. */
  readonly raw: unknown;
}

/**
 * Reads all documents of all files and checks them; the faults of all files are reported at once.
 * `${VAR}` and `${VAR:-default}` are replaced in strings, `$${` is a literal.
 */
export async function readManifests<T>(
  files: readonly string[],
  schema: SchemaFor<T>,
  { cwd, env }: Surroundings,
): Promise<ManifestDocument<T>[]> {
  const { documents, faults } = await parseFiles(files, cwd);
  const checked = documents.map((parsed) => ({
    file: parsed.source.file,
    ...checkDocument(parsed, schema, env),
  }));
  refuseFaults([...faults, ...checked.flatMap((one) => one.faults)]);
  return checked.flatMap(({ file, value, raw }) => (value === undefined ? [] : [{ file, value, raw }]));
}

/** The documents of all files, and what keeps any of them from being read. */
export async function parseFiles(
  files: readonly string[],
  cwd: string,
): Promise<{ documents: Parsed[]; faults: Detail[] }> {
  const found: ParsedFile[] = [];
  for (const name of files) {
    const path = resolve(cwd, name);
    const file = relative(cwd, path) || name;
    try {
      found.push(parseFile(toSource(file, path, await readManifestText(path, file))));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      found.push({ documents: [], faults: [{ where: file, message: error.message }] });
    }
  }
  return {
    documents: found.flatMap(({ documents }) => documents),
    faults: found.flatMap(({ faults }) => faults),
  };
}

/** @throws Failure (usage) with the first faults and how many there are, where there is any */
export function refuseFaults(faults: readonly Detail[], hint = "nothing was sent"): void {
  if (faults.length === 0) return;
  const { listed, count } = firstFaults(faults);
  const message = count === 1 ? "the manifest has a fault" : `the manifests have ${count} faults`;
  const rest = listed.length < count ? `; the first ${listed.length} are listed` : "";
  throw new Failure("usage", message + rest, {
    details: listed,
    code: "manifest",
    hint,
  });
}

/** As many as a refusal lists, and how many there are. */
function firstFaults(faults: readonly Detail[]): { readonly listed: Detail[]; readonly count: number } {
  const found = faults.filter(({ more }) => more === undefined);
  const hidden = faults.reduce((sum, { more = 0 }) => sum + more, 0);
  return { listed: inOrder(found).slice(0, FAULTS_MAXIMUM), count: found.length + hidden };
}

/** Those of a file together, from top to bottom. */
function inOrder(faults: readonly Detail[]): Detail[] {
  const files = new Map<
    string,
    { readonly line: number; readonly column: number; readonly fault: Detail }[]
  >();
  for (const fault of faults) {
    const [, file = fault.where, line = 0, column = 0] = /^(.*):(\d+):(\d+)$/.exec(fault.where) ?? [];
    const placed = files.get(file) ?? [];
    placed.push({ line: Number(line), column: Number(column), fault });
    files.set(file, placed);
  }
  return [...files.values()].flatMap((placed) =>
    placed.sort((a, b) => a.line - b.line || a.column - b.column).map(({ fault }) => fault),
  );
}
