import { extname } from "node:path";
import { TOO_DEEP } from "../../contract/limit-issues.ts";
import { DEPTH_MAXIMUM } from "../../contract/limits.ts";
import { BYTES_MAXIMUM } from "../../lib/files.ts";
import { parseCsv } from "./csv.ts";
import { parseJsonLines } from "./jsonl.ts";
import type { Parsed, ParsedFile } from "./parsed.ts";
import { faultAt, type Source } from "./source.ts";
import { readText } from "./text.ts";
import { parseYaml } from "./yaml.ts";

interface Format {
  parse(source: Source): ParsedFile;
  /** Reading a larger file takes a disproportionate amount of time and memory. */
  readonly bytes_maximum: number;
}

const JSON_LINES: Format = { parse: parseJsonLines, bytes_maximum: BYTES_MAXIMUM.rows };
const CSV: Format = { parse: parseCsv, bytes_maximum: BYTES_MAXIMUM.rows };
const YAML: Format = { parse: parseYaml, bytes_maximum: BYTES_MAXIMUM.manifest };

/** Chosen by the ending of the name: rows for .jsonl and .csv, YAML or JSON for all others. */
function formatOf(file: string): Format {
  switch (extname(file).toLowerCase()) {
    case ".jsonl":
    case ".ndjson":
      return JSON_LINES;
    case ".csv":
      return CSV;
    default:
      return YAML;
  }
}

/** The text of a manifest file. @throws Failure (usage) as `readText` does */
export const readManifestText = (path: string, file: string): Promise<string> =>
  readText(path, file, { maximum: formatOf(file).bytes_maximum });

/** The documents of a file. */
export function parseFile(source: Source): ParsedFile {
  const { documents, faults } = formatOf(source.file).parse(source);
  const tooDeep = documents.filter(({ value }) => isTooDeep(value));
  if (tooDeep.length === 0) return { documents, faults };
  return {
    documents: documents.filter((document) => !tooDeep.includes(document)),
    faults: [...faults, ...tooDeep.map(depthFault)],
  };
}

const depthFault = ({ source, offsetOf }: Parsed) => faultAt(source, offsetOf([]), TOO_DEEP.message);

function isTooDeep(value: unknown, levels = DEPTH_MAXIMUM): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  for (const inside of Object.values(value)) if (isTooDeep(inside, levels - 1)) return true;
  return false;
}
