import { describe, expect, test } from "vitest";
import { pairFiles, timeInName } from "./folder.ts";

describe("the files of a folder", () => {
  test("a recording and a transcript with the same name are one call; a single file is a call too", () => {
    expect(pairFiles(["b.wav", "a.MP3", "a.json", "c.vtt", "README", "x.txt"])).toEqual({
      calls: [
        { name: "a", recording_file: "a.MP3", transcript_file: "a.json" },
        { name: "b", recording_file: "b.wav" },
        { name: "c", transcript_file: "c.vtt" },
      ],
      others: ["README", "x.txt"],
      faults: [],
    });
  });

  test("are refused where a name has two recordings or two transcripts", () => {
    const { faults } = pairFiles(["a.wav", "a.mp3", "a.srt", "a.json"]);
    expect(faults).toEqual([
      { where: "a.srt", message: "the call already has a.json: remove one of the two files" },
      { where: "a.wav", message: "the call already has a.mp3: remove one of the two files" },
    ]);
  });
});

describe("the time in a name", () => {
  test.each([
    ["20261101-120000", "2026-11-01T12:00:00.000Z"],
    ["call_2026-11-01T12-30-15Z_+1202", "2026-11-01T12:30:15.000Z"],
    ["2026.11.01 08.05", "2026-11-01T08:05:00.000Z"],
    ["rec-20261101_235959-agent101", "2026-11-01T23:59:59.000Z"],
  ])("%s", (name, time) => expect(timeInName(name)).toBe(time));

  test.each(["call-1", "20260230-120000", "20261101-250000", "202611011200001", "+12025550143"])(
    "%s has none",
    (name) => expect(timeInName(name)).toBeUndefined(),
  );
});
