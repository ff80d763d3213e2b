import { describe, expect, test } from "vitest";
import { directedSpeech, findEffects } from "./effects.ts";
import type { PlacedEntry } from "./place-entries.ts";

function userEntry(start_ms: number, end_ms: number, filler: boolean): PlacedEntry {
  return { entry: 0, side: "user", start_ms, end_ms, filler };
}

describe("findEffects", () => {
  test("fillers of the user are backchannels, those of the agent are not", () => {
    const filler = userEntry(100, 300, true);
    const { effects } = findEffects([filler, { ...filler, side: "agent", start_ms: 900, end_ms: 1000 }], []);
    expect(effects).toEqual({
      backchannel: [{ start_ms: 100, end_ms: 300 }],
      vocal_tic: [],
      non_directed: [],
    });
  });

  test("an event is the first class that one of its tags names, however written", () => {
    const event = { start_offset_ms: 10, end_offset_ms: 20, tags: ["Non-Directed", "vocal tic"] };
    const { effects } = findEffects([], [event, { ...event, tags: ["dtmf"] }]);
    expect(effects).toEqual({ backchannel: [], vocal_tic: [{ start_ms: 10, end_ms: 20 }], non_directed: [] });
  });

  test("an event without a span is reported, not used", () => {
    const { effects, warnings } = findEffects([], [{ start_offset_ms: 10, tags: ["vocal_tic"] }]);
    expect(effects.vocal_tic).toEqual([]);
    expect(warnings).toMatchObject([{ code: "event_without_span", indexes: [0] }]);
  });
});

describe("directedSpeech", () => {
  const speech = [
    { start_ms: 0, end_ms: 1000 },
    { start_ms: 2000, end_ms: 3000 },
  ];

  test("leaves out segments that effects cover by half or more", () => {
    // 500 of 1000 ms are covered in the first, 499 in the second.
    const backchannel = [
      { start_ms: 500, end_ms: 1000 },
      { start_ms: 2000, end_ms: 2499 },
    ];
    expect(directedSpeech(speech, { backchannel, vocal_tic: [], non_directed: [] })).toEqual([speech[1]]);
  });

  test("effects of different classes count together, overlaps once", () => {
    const effects = {
      backchannel: [{ start_ms: 0, end_ms: 300 }],
      vocal_tic: [{ start_ms: 200, end_ms: 600 }],
      non_directed: [{ start_ms: 2000, end_ms: 2400 }],
    };
    expect(directedSpeech(speech, effects)).toEqual([speech[1]]);
  });
});
