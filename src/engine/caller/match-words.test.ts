import { describe, expect, it } from "vitest";
import { matchWords } from "./match-words.ts";

describe("matchWords", () => {
  it.each([
    ["How are you?", "how  are YOU", "en", "whole"],
    ["are you", "Hello, how are you today?", "en", "contained"],
    ["good bye", "Good-bye!", "en", "whole"],
    ["ｆｕｌｌ　ｗｉｄｔｈ", "full width", "en", "whole"],
    ["is it", "this item", "en", undefined],
    ["are today", "how are you today", "en", undefined],
    ["cancel", "cancelled", "en", undefined],
    ["straße", "STRASSE", "de", "whole"],
    ["iptal", "İPTAL", "tr", "whole"],
    ["取消", "我想取消订单", "zh", "contained"],
    ["予約番号", "ご予約番号をお願いします。", "ja", "contained"],
    ["نعم", "نَعَم", "ar", "whole"],
    ["no no yes", "no no no yes", "en", "contained"],
    ["na na", "nana na", "en", "contained"],
    ["?!", "?!", "en", undefined],
  ] as const)("finds %j in %j (%s): %s", (phrase, text, language, expected) => {
    expect(matchWords(phrase, text, language)).toBe(expected);
  });
});
