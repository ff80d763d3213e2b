/** JSON Lines: a document a line. */
import { parseDocument } from "yaml";
import type { Detail } from "../failure.ts";
import { offsetOf, type Tree, writtenAt } from "./locate.ts";
import type { Parsed, ParsedFile } from "./parsed.ts";
import { faultAt, type Source } from "./source.ts";

export function parseJsonLines(source: Source): ParsedFile {
  const documents: Parsed[] = [];
  const faults: Detail[] = [];
  for (let start = 0; start < source.text.length; ) {
    const newline = source.text.indexOf("\n", start);
    const end = newline === -1 ? source.text.length : newline;
    const line = source.text.slice(start, end);
    if (line.trim() !== "") {
      try {
        documents.push(toParsed(source, start, line, JSON.parse(line)));
      } catch {
        faults.push(faultOf(source, start, line));
      }
    }
    start = end + 1;
  }
  return { documents, faults };
}

/** Lines are read fast; only a fault in one looks for its place. */
function toParsed(source: Source, start: number, line: string, value: unknown): Parsed {
  const tree = (): Tree => ({ contents: parseDocument(line).contents, aliases: new Map() });
  return {
    source,
    value,
    isRow: true,
    isText: false,
    // Where the line itself is, is asked of every item.
    offsetOf: (path, ofKey) =>
      start + (path.length === 0 ? line.search(/\S/) : offsetOf(tree(), path, ofKey)),
    writtenAt: (path) => writtenAt(tree(), path),
  };
}

function faultOf(source: Source, start: number, line: string): Detail {
  const [error] = parseDocument(line, { prettyErrors: false }).errors;
  const offset = error ? Math.min(error.pos[0], line.length) : 0;
  return faultAt(source, start + offset, "the line is no JSON");
}
