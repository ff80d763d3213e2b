/** A manifest file as it was read, to find positions in it. */
import type { Detail } from "../../lib/failure.ts";
import { codeFrame, type Lined } from "./frame.ts";

export interface Source extends Lined {
  /** The file as a person names it. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
}

/** The lines are counted only when a position is first requested. */
export function toSource(file: string, path: string, text: string): Source {
  let line_starts: readonly number[] | undefined;
  return {
    file,
    path,
    text,
    get lineStarts() {
      line_starts ??= lineStartsOf(text);
      return line_starts;
    },
  };
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Line and column of an offset, both counted from 1. */
export function positionOf(
  { lineStarts }: Source,
  offset: number,
): { readonly line: number; readonly col: number } {
  let [first, beyond] = [0, lineStarts.length];
  while (beyond - first > 1) {
    const middle = (first + beyond) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) first = middle;
    else beyond = middle;
  }
  return { line: first + 1, col: offset - (lineStarts[first] ?? 0) + 1 };
}

/** A fault with `file:line:column` and the lines around it. */
export function faultAt(source: Source, offset: number, message: string): Detail {
  const { line, col } = positionOf(source, offset);
  return { where: `${source.file}:${line}:${col}`, message, frame: codeFrame(source, line, col) };
}

/** Each fault once, although several checks may have found it. */
export const distinctFaults = (faults: readonly Detail[]): Detail[] => [
  ...new Map(faults.map((fault) => [`${fault.where} ${fault.message}`, fault])).values(),
];
