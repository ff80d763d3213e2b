import fc from "fast-check";
import type { TranscriptEntry } from "../conversation.ts";

const entry: fc.Arbitrary<TranscriptEntry> = fc
  .record({
    speaker: fc.constantFrom("AGENT", "USER"),
    start: fc.integer({ min: 0, max: 60_000 }),
    length: fc.integer({ min: 1, max: 5000 }),
    utterance: fc.constantFrom(
      "yes",
      "I would like to book a table",
      "one moment please, I will check that",
      "um no",
    ),
    filler_utterance: fc.boolean(),
  })
  .map(({ start, length, ...rest }) => ({
    ...rest,
    start_offset_ms: start,
    end_offset_ms: start + length,
  }));

/** Transcripts with usable offsets, sorted by start. Entries may overlap in any way. */
export const arbitraryTranscript: fc.Arbitrary<TranscriptEntry[]> = fc
  .array(entry, { minLength: 1, maxLength: 20 })
  .map((entries) => entries.toSorted((a, b) => Number(a.start_offset_ms) - Number(b.start_offset_ms)));
