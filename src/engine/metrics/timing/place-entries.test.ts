import { describe, expect, test } from "vitest";
import { type Side, sideOf, type TranscriptEntry } from "../conversation.ts";
import { agent, backchannel, user } from "../testing/transcripts.ts";
import { placeEntries } from "./place-entries.ts";

function place(...transcript: TranscriptEntry[]) {
  const sides = transcript.map(({ speaker }): Side => sideOf(speaker) ?? "user");
  return placeEntries(transcript, sides);
}

describe("placeEntries", () => {
  test("keeps the index, the side and the span of every entry", () => {
    expect(place(agent(0, 900), backchannel(1000, 1200))).toEqual({
      entries: [
        { entry: 0, side: "agent", start_ms: 0, end_ms: 900, filler: false },
        { entry: 1, side: "user", start_ms: 1000, end_ms: 1200, filler: true },
      ],
      warnings: [],
    });
  });

  test("sorts entries that come out of order, and says so", () => {
    const { entries, warnings } = place(agent(0, 900), user(2000, 2500), agent(1000, 1900));
    expect(entries?.map(({ entry }) => entry)).toEqual([0, 2, 1]);
    expect(warnings).toMatchObject([{ code: "unsorted_entries", indexes: [2] }]);
  });

  test.each([
    ["missing_offsets", { ...user(0, 0), end_offset_ms: null }],
    ["missing_offsets", { ...user(0, 0), start_offset_ms: Number.NaN }],
    ["negative_offset", user(-1, 500)],
    ["inverted_interval", user(2000, 1500)],
    ["zero_length_interval", user(2000, 2000)],
  ])("%s makes all times unusable", (code, broken) => {
    const { entries, warnings } = place(agent(0, 900), broken);
    expect(entries).toBeNull();
    expect(warnings).toMatchObject([{ code, indexes: [1] }]);
  });
});
