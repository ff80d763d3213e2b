import type { Detail } from "../failure.ts";
import type { Source } from "./source.ts";

export type Path = readonly PropertyKey[];

/** One document of a file: its value, and where in the file each part of it stands. */
export interface Parsed {
  readonly source: Source;
  readonly value: unknown;
  /** True for a row of a .jsonl or .csv file: it may leave out what kind it is. */
  readonly isRow: boolean;
  /** True where every value is text, as in a .csv file: the fields say what it means. */
  readonly isText: boolean;
  /** Offset of the value at a path, or of its key; failing that of the nearest parent that exists. */
  offsetOf(path: Path, ofKey?: boolean): number;
  /** The scalar at a path as it is written. */
  writtenAt(path: Path): string | undefined;
}

export interface ParsedFile {
  readonly documents: readonly Parsed[];
  readonly faults: readonly Detail[];
}

export const dotted = (path: Path) => path.map(String).join(".");
