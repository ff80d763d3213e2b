/** YAML 1.2, and JSON as a part of it: several documents in a text, anchors and merge keys. */
import { type Document, parseAllDocuments } from "yaml";
import type { Detail } from "../failure.ts";
import { aliasFault } from "./aliases.ts";
import { offsetOf, writtenAt } from "./locate.ts";
import type { Parsed, ParsedFile } from "./parsed.ts";
import { faultAt, type Source } from "./source.ts";

export function parseYaml(source: Source): ParsedFile {
  const documents: Parsed[] = [];
  const faults: Detail[] = [];
  const parsed = parseAllDocuments(source.text, { merge: true, prettyErrors: false, logLevel: "silent" });
  for (const document of "empty" in parsed ? [] : parsed) {
    const found = faultsOf(document, source);
    faults.push(...found);
    if (found.length === 0 && document.contents !== null) documents.push(toParsed(document, source));
  }
  return { documents, faults };
}

/** What is wrong before any schema: the syntax, tags that nobody knows, aliases that lead nowhere. */
function faultsOf(document: Document.Parsed, source: Source): Detail[] {
  const broken = [...document.errors, ...document.warnings].map(({ pos: [offset], message }) =>
    faultAt(source, offset, firstLine(message)),
  );
  if (broken.length > 0) return broken;
  const alias = aliasFault(document);
  return alias ? [faultAt(source, alias.offset, alias.message)] : [];
}

const toParsed = (document: Document.Parsed, source: Source): Parsed => ({
  source,
  isRow: false,
  isText: false,
  // The aliases are known to be harmless.
  value: document.toJS({ maxAliasCount: -1 }),
  offsetOf: (path, ofKey) => offsetOf(document, path, ofKey),
  writtenAt: (path) => writtenAt(document, path),
});

const firstLine = (text: string) => text.split("\n")[0] ?? text;
