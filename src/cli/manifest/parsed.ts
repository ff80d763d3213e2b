import type { Detail } from "../../lib/failure.ts";
import type { Source } from "./source.ts";

export type Path = readonly PropertyKey[];

/** One document of a file: its value, and where in the file each part of it is. */
export interface Parsed {
  readonly source: Source;
  readonly value: unknown;
  /** True for a row of a .jsonl or .csv file: it may omit its kind. */
  readonly isRow: boolean;
  /** True if every value is text, as in a .csv file. The types of the fields decide what it means. */
  readonly isText: boolean;
  /**
   * Offset of the value at a path, or of its key. If it does not exist, that of the nearest parent that does.
   */
  offsetOf(path: Path, ofKey?: boolean): number;
  /** The path as the file calls it, with the title of its column. Absent or undefined where the file has the names of fields. */
  titleOf?(path: Path): string | undefined;
  /** The scalar at a path as it was written. */
  writtenAt(path: Path): string | undefined;
}

export interface ParsedFile {
  readonly documents: readonly Parsed[];
  readonly faults: readonly Detail[];
}

export const dotted = (path: Path) => path.map(String).join(".");
