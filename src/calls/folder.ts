/** The calls of a folder: a recording and its transcript share the name before the ending. */
import { extname } from "node:path";
import { recordingByName } from "../contract/media.ts";
import type { Detail } from "../failure.ts";
import { TRANSCRIPT_ENDINGS } from "./transcript.ts";

/** Where the start of a call may be taken from. */
export const START_SOURCES = ["mtime", "name"] as const;
export type StartSource = (typeof START_SOURCES)[number];

/** The files of one call; at least one of them is there. */
export interface PairedFiles {
  readonly name: string;
  readonly recording_file?: string;
  readonly transcript_file?: string;
}

export interface Pairing {
  /** By name. */
  readonly calls: readonly PairedFiles[];
  /** Files that are neither recording nor transcript. */
  readonly others: readonly string[];
  /** Names with several recordings or transcripts. */
  readonly faults: readonly Detail[];
}

export function pairFiles(files: readonly string[]): Pairing {
  const calls = new Map<string, PairedFiles>();
  const others: string[] = [];
  const faults: Detail[] = [];
  for (const file of [...files].sort()) {
    const field = fieldOf(file);
    if (!field) {
      others.push(file);
      continue;
    }
    const name = file.slice(0, -extname(file).length);
    const call = calls.get(name);
    if (call?.[field])
      faults.push({
        where: file,
        message: `the call already has ${call[field]}: remove one of the two files`,
      });
    else calls.set(name, { ...call, name, [field]: file });
  }
  return { calls: [...calls.values()], others, faults };
}

function fieldOf(file: string): "recording_file" | "transcript_file" | undefined {
  const ending = extname(file).toLowerCase();
  if (recordingByName(ending)) return "recording_file";
  return TRANSCRIPT_ENDINGS.includes(ending) ? "transcript_file" : undefined;
}

const TIME = /(?<!\d)(\d{4})[-_.]?(\d\d)[-_.]?(\d\d)[T_ -]?(\d\d)[-_.:]?(\d\d)(?:[-_.:]?(\d\d))?Z?(?!\d)/;

/** The point in time that a file's name holds, in UTC as ISO 8601: `20261101-120000`, `2026-11-01T12.00.00Z`. */
export function timeInName(name: string): string | undefined {
  const [, year, month, day, hour, minute, second = "00"] = TIME.exec(name) ?? [];
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const date = new Date(written);
  // A day that the month does not have is shifted into the next by Date.
  return !Number.isNaN(date.getTime()) && date.toISOString() === written ? written : undefined;
}
