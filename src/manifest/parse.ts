import { extname } from "node:path";
import { parseCsv } from "./csv.ts";
import { parseJsonLines } from "./jsonl.ts";
import type { ParsedFile } from "./parsed.ts";
import type { Source } from "./source.ts";
import { parseYaml } from "./yaml.ts";

/** The documents of a file, by the ending of its name: rows for .jsonl and .csv, YAML or JSON for all others. */
export function parseFile(source: Source): ParsedFile {
  switch (extname(source.file).toLowerCase()) {
    case ".jsonl":
    case ".ndjson":
      return parseJsonLines(source);
    case ".csv":
      return parseCsv(source);
    default:
      return parseYaml(source);
  }
}
