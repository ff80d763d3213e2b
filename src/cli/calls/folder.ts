/** Finds the calls in a folder. A recording and its transcript have the same name before the ending. */
import { extname } from "node:path";
import { recordingByName } from "../../contract/media.ts";
import type { Detail } from "../../lib/failure.ts";
import { TRANSCRIPT_ENDINGS } from "./transcript.ts";

/** Where the start time of a call may come from. */
export const START_SOURCES = ["mtime", "name"] as const;
export type StartSource = (typeof START_SOURCES)[number];

/** The files of one call. At least one of them exists. */
export interface PairedFiles {
  readonly name: string;
  readonly recording_file?: string;
  readonly transcript_file?: string;
}

export interface Pairing {
  /** Sorted by name. */
  readonly calls: readonly PairedFiles[];
  /** Files that are neither a recording nor a transcript. */
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

/** The point in time in a file's name, in UTC as ISO 8601: `20261101-120000`, `2026-11-01T12.00.00Z`. */
export function timeInName(name: string): string | undefined {
  const [, year, month, day, hour, minute, second = "00"] = TIME.exec(name) ?? [];
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const date = new Date(written);
  // Date turns a day that the month does not have into one of the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString() === written ? written : undefined;
}
