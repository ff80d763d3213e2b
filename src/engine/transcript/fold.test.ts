import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorMs } from "../../../test/support/processor-time.ts";
import { clean, compatible, cueSpan, fold, mentions } from "./fold.ts";

it("puts a hundred thousand marks on one letter in order at once, and keeps those of real words", () => {
  expect(processorMs(() => clean(`a${"\u0301\u0316".repeat(50_000)}`))).toBeLessThan(500);
  expect(processorMs(() => clean("\uff9e\u0301".repeat(50_000)))).toBeLessThan(500);
  expect(compatible("Vie\u0323\u0302t Nam")).toBe("Việt Nam");
  expect(compatible("ｶﾞ")).toBe("ガ");
});

describe("fold", () => {
  it.each([
    ["ＦＵＬＬ　Ｗｉｄｔｈ", "full width"],
    ["I’d", "i'd"],
    ["İSTANBUL", "istanbul"],
    ["أَهْلاً إلى", "اهلا الي"],
  ])("writes %s as %s", (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it("keeps every place of the clean text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(fold(text)).toHaveLength(clean(text).length);
      }),
    );
  });
});

describe("cueSpan", () => {
  it.each<[string, string, readonly [number, number] | undefined]>([
    ["is that right?", "right", [8, 13]],
    ["brightly", "right", undefined],
    ["cancelled", "cancel", undefined],
    ["cancelled", "cancel*", [0, 6]],
    ["i can't", "can", undefined],
    ["you can do it, can't you", "can", [4, 7]],
    ["请稍等一下", "稍等", [1, 3]],
    ["ich habe es gestern storniert", "habe~storniert", [4, 29]],
    ["storniert habe ich es", "habe~storniert", undefined],
  ])("in %j of %j is %j", (text, cue, span) => {
    expect(cueSpan(text, cue)).toEqual(span);
  });
});

describe("mentions", () => {
  it("is true for any of the cues", () => {
    expect(mentions("one moment please", ["hold on", "one moment"])).toBe(true);
    expect(mentions("one moment please", ["hold on"])).toBe(false);
  });
});
