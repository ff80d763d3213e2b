/** YAML 1.2, and JSON as a part of it: several documents in a text, anchors and merge keys. */
import { type Document, parseAllDocuments } from "yaml";
import type { Detail } from "../failure.ts";
import { followAliases } from "./aliases.ts";
import { offsetOf, type Tree, writtenAt } from "./locate.ts";
import type { Parsed, ParsedFile } from "./parsed.ts";
import { faultAt, type Source } from "./source.ts";

export function parseYaml(source: Source): ParsedFile {
  const documents: Parsed[] = [];
  const faults: Detail[] = [];
  const parsed = parseAllDocuments(source.text, { merge: true, prettyErrors: false, logLevel: "silent" });
  for (const document of "empty" in parsed ? [] : parsed) {
    const broken = syntaxFaults(document, source);
    for (const fault of broken) faults.push(fault);
    if (broken.length > 0 || document.contents === null) continue;
    const { aliases, fault } = followAliases(document);
    if (fault) faults.push(faultAt(source, fault.offset, fault.message));
    else documents.push(toParsed(document, { contents: document.contents, aliases }, source));
  }
  return { documents, faults };
}

/** What is wrong before any schema: the syntax, tags that nobody knows. */
function syntaxFaults({ errors, warnings }: Document.Parsed, source: Source): Detail[] {
  // The parser goes down as far as its stack; what it says after that follows from it.
  const deep = errors.find(({ message }) => message.includes("call stack"));
  if (deep) return [faultAt(source, deep.pos[0], "nested too deeply")];
  return [...errors, ...warnings].map(({ pos: [offset], message }) =>
    faultAt(source, offset, message.split("\n")[0] ?? message),
  );
}

const toParsed = (document: Document.Parsed, tree: Tree, source: Source): Parsed => ({
  source,
  isRow: false,
  isText: false,
  // The aliases are known to be harmless.
  value: withoutSchema(document.toJS({ maxAliasCount: -1 })),
  offsetOf: (path, ofKey) => offsetOf(tree, path, ofKey),
  writtenAt: (path) => writtenAt(tree, path),
});

/** `$schema` is for editors: JSON has no comments that could name it. */
function withoutSchema(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("$schema" in value)) return value;
  const { $schema: _, ...rest } = value;
  return rest;
}
