/** JSON Lines: one document per line. */
import type { Detail } from "../../lib/failure.ts";
import { readYaml } from "../yaml/read.ts";
import { offsetOf, writtenAt } from "./locate.ts";
import type { Parsed, ParsedFile } from "./parsed.ts";
import { faultAt, type Source } from "./source.ts";

/** More lines than anybody sends in one run. Even without text they would take gigabytes of memory. */
const ROWS_MAXIMUM = 1_000_000;
/** The most lines that are reported as not being JSON, because finding the positions is slow. */
const FAULTS_MAXIMUM = 1000;

export function parseJsonLines(source: Source): ParsedFile {
  const documents: Parsed[] = [];
  const faults: Detail[] = [];
  for (let start = 0; start < source.text.length; ) {
    const newline = source.text.indexOf("\n", start);
    const end = newline === -1 ? source.text.length : newline;
    const line = source.text.slice(start, end);
    if (line.trim() !== "") {
      if (documents.length === ROWS_MAXIMUM || faults.length === FAULTS_MAXIMUM) {
        const what =
          faults.length === FAULTS_MAXIMUM
            ? "1,000 faults are listed"
            : "a manifest has at most 1,000,000 lines";
        faults.push(faultAt(source, start, `${what}; the rest was not read`));
        break;
      }
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

/** Lines are parsed fast. Positions inside a line are determined only if there is a fault. */
function toParsed(source: Source, start: number, line: string, value: unknown): Parsed {
  const root = () => readYaml(line).documents[0]?.root();
  return {
    source,
    value,
    isRow: true,
    isText: false,
    // Every item needs the position of its line, so that one must be fast.
    offsetOf(path, ofKey) {
      const root_node = path.length === 0 ? undefined : root();
      return start + (root_node ? offsetOf(root_node, path, ofKey) : line.search(/\S/));
    },
    writtenAt(path) {
      const root_node = root();
      return root_node && writtenAt(root_node, path);
    },
  };
}

function faultOf(source: Source, start: number, line: string): Detail {
  const [fault] = readYaml(line).faults;
  return faultAt(source, start + Math.min(fault?.offset ?? 0, line.length), "the line is not valid JSON");
}
