/** Reads YAML, and JSON as a part of it: several documents in a text, anchors and merge keys. */
import { readYaml, type YamlDocument } from "../yaml/read.ts";
import { offsetOf, writtenAt } from "./locate.ts";
import type { Parsed, ParsedFile } from "./parsed.ts";
import { faultAt, type Source } from "./source.ts";

export function parseYaml(source: Source): ParsedFile {
  const { documents, faults } = readYaml(source.text);
  return {
    documents: documents.map((document) => toParsed(document, source)),
    faults: faults.map(({ offset, message }) => faultAt(source, offset, message)),
  };
}

const toParsed = ({ value, root }: YamlDocument, source: Source): Parsed => ({
  source,
  isRow: false,
  isText: false,
  value: withoutSchema(value),
  offsetOf: (path, ofKey) => offsetOf(root(), path, ofKey),
  writtenAt: (path) => writtenAt(root(), path),
});

/** Editors need `$schema`, because JSON has no comments that could name the schema. */
function withoutSchema(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("$schema" in value)) return value;
  const { $schema: _, ...rest } = value;
  return rest;
}
