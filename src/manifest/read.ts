/** Reads manifest files: YAML (1.2) or JSON, several documents in a file, checked with positions. */
import { relative, resolve } from "node:path";
import { type Document, LineCounter, parseAllDocuments } from "yaml";
import { type Detail, Failure } from "../failure.ts";
import { checkDocument, type SchemaFor } from "./check.ts";
import { readText } from "./text.ts";

/** One document of a manifest file, checked against its kind. */
export interface ManifestDocument<T> {
  readonly file: string;
  readonly value: T;
  /** What the file says, variables replaced; defaults of the schema are not filled in. */
  readonly raw: unknown;
}

/**
 * Reads all documents of all files and checks them; every fault of every file is reported at once.
 * `${VAR}` and `${VAR:-default}` are replaced in strings, `$${` is a literal.
 */
export async function readManifests<T>(
  files: readonly string[],
  schema: SchemaFor<T>,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<ManifestDocument<T>[]> {
  const documents: ManifestDocument<T>[] = [];
  const faults: Detail[] = [];
  for (const name of files) {
    const file = relative(cwd, resolve(cwd, name)) || name;
    const text = await readText(resolve(cwd, name), file);
    for (const { document, lines } of parseYaml(text)) {
      const { value, raw, faults: found } = checkDocument({ document, lines, file, schema, env });
      if (found.length > 0) faults.push(...found);
      else documents.push({ file, value: value as T, raw });
    }
  }
  if (faults.length > 0)
    throw new Failure(
      "usage",
      faults.length === 1 ? "the manifest has a fault" : `the manifests have ${faults.length} faults`,
      {
        details: faults,
        code: "manifest",
        hint: "nothing was sent",
      },
    );
  return documents;
}

function parseYaml(text: string): { document: Document.Parsed; lines: LineCounter }[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, merge: true, prettyErrors: false });
  return ("empty" in documents ? [] : documents)
    .filter((document) => document.contents !== null || document.errors.length > 0)
    .map((document) => ({ document, lines }));
}
