/** A manifest file as it was read, for pointing into it. */
import { LineCounter } from "yaml";
import type { Detail } from "../failure.ts";
import { codeFrame, type Lined } from "./frame.ts";

export interface Source extends Lined {
  /** As a person calls the file. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
}

export function toSource(file: string, path: string, text: string): Source {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines.addNewLine(at + 1);
  return { file, path, text, lines };
}

/** Line and column of an offset, both from 1. */
export const positionOf = ({ lines }: Source, offset: number) => lines.linePos(offset);

/** A fault with `file:line:column` and the lines around it. */
export function faultAt(source: Source, offset: number, message: string): Detail {
  const { line, col } = positionOf(source, offset);
  return { where: `${source.file}:${line}:${col}`, message, frame: codeFrame(source, line, col) };
}
