import type { Side, TranscriptEntry } from "../conversation.ts";
import type { Warning, WarningCode } from "../metric-value.ts";
import type { Interval } from "./interval.ts";

/** A transcript entry with a side and a span of time. `entry` is its index in the transcript. */
export interface PlacedEntry extends Interval {
  entry: number;
  side: Side;
  filler: boolean;
}

const MESSAGES: Partial<Record<WarningCode, string>> = {
  missing_offsets: "entries without start_offset_ms or end_offset_ms: nothing is computed from times",
  negative_offset: "entries with a negative offset: nothing is computed from times",
  inverted_interval: "entries that end before they start: nothing is computed from times",
  zero_length_interval: "entries that end where they start: nothing is computed from times",
  unsorted_entries: "entries that start before the entry above them: read in the order of start_offset_ms",
};

/** The defect of an entry's offsets, or null. */
function defect(start: number, end: number): WarningCode | null {
  if (!Number.isFinite(start) || !Number.isFinite(end)) return "missing_offsets";
  if (start < 0 || end < 0) return "negative_offset";
  if (end < start) return "inverted_interval";
  return end === start ? "zero_length_interval" : null;
}

/**
 * The entries in the order of their start, and the defects of their offsets. `sides` are the sides of the
 * entries. `entries` is null if any offset is unusable, because leaving out an entry would turn speech into
 * silence.
 */
export function placeEntries(
  transcript: readonly TranscriptEntry[],
  sides: readonly Side[],
): {
  entries: PlacedEntry[] | null;
  warnings: Warning[];
} {
  const entries: PlacedEntry[] = [];
  const defects = new Map<WarningCode, number[]>();
  const note = (code: WarningCode, entry: number) => {
    const affected = defects.get(code);
    if (affected === undefined) defects.set(code, [entry]);
    else affected.push(entry);
  };
  let unusable = false;
  let latest = 0;
  transcript.forEach(({ start_offset_ms, end_offset_ms, filler_utterance }, entry) => {
    const start_ms = start_offset_ms ?? Number.NaN;
    const end_ms = end_offset_ms ?? Number.NaN;
    const side = sides[entry];
    const code = defect(start_ms, end_ms);
    if (code !== null) note(code, entry);
    if (code !== null || side === undefined) {
      unusable = true;
      return;
    }
    if (start_ms < latest) note("unsorted_entries", entry);
    latest = start_ms;
    entries.push({ entry, side, start_ms, end_ms, filler: filler_utterance === true });
  });
  if (defects.has("unsorted_entries")) entries.sort((a, b) => a.start_ms - b.start_ms);
  const warnings = [...defects].map(([code, indexes]) => ({
    code,
    indexes,
    message: MESSAGES[code] ?? code,
  }));
  return { entries: unusable ? null : entries, warnings };
}
