import { describe, expect, it } from "vitest";
import type { LanguageCode } from "../../../contract/values.ts";
import { fold } from "../../transcript/fold.ts";
import { isInOtherLanguage } from "../language-of-text.ts";
import { LANGUAGES, languageOf } from "./index.ts";

const all = Object.values(LANGUAGES);
const FILLED = {
  answer: "{value}",
  answer_name: "{value}",
  answer_list: "{value}",
  answer_again: "{value}",
  correction: "{value}",
  as_written: "{intent}",
  restate: "{intent}",
  not_yet: "{intent}",
  next_goal: "{intent}",
};

describe.each(all)("the data of $code", (language) => {
  const phrases = Object.entries(language.phrases);
  const remarks = Object.values(language.traits).flat();

  it("has at least two ways to say everything but the apology", () => {
    expect(phrases.filter(([key, ways]) => key !== "apology" && ways.length < 2)).toEqual([]);
    expect(Object.values(language.traits).filter((ways) => ways.length < 3)).toEqual([]);
  });

  it("has the placeholder of a phrase in every way to say it, and no other", () => {
    for (const [key, ways] of phrases) {
      const expected = key in FILLED ? [FILLED[key as keyof typeof FILLED]] : [];
      for (const way of ways) expect(way.match(/\{\w+\}/g) ?? [], `${key}: ${way}`).toEqual(expected);
    }
  });

  it("says each thing in different ways and states no figures", () => {
    for (const [key, ways] of phrases) {
      expect(new Set(ways).size, key).toBe(ways.length);
      for (const way of ways) expect(way, key).not.toMatch(/\d/);
    }
    for (const remark of remarks) expect(remark).not.toMatch(/\d/);
  });

  it("is not taken for another language", () => {
    const spoken = [...phrases.flatMap(([, ways]) => ways), ...remarks].map((text) =>
      text.replace(/\{\w+\}/g, ""),
    );
    expect(spoken.filter((text) => isInOtherLanguage(text, language.code))).toEqual([]);
  });

  it("writes cues as folded text has them", () => {
    const cues = [
      ...Object.values(language.cues).flat(),
      ...Object.values(language.slots).flatMap(({ ask, near = [] }) => [...ask, ...near]),
      ...language.first_person,
      ...language.names.strong,
      ...language.names.weak,
      ...language.dates.months,
      ...language.dates.days,
      ...language.numbers,
      ...language.small_words,
    ];
    expect(cues.filter((cue) => cue !== fold(cue) || cue === "")).toEqual([]);
  });

  it("has twelve months", () => {
    expect(language.dates.months).toHaveLength(12);
  });
});

describe("languageOf", () => {
  it("is English where a record names none", () => {
    expect(languageOf(null).code).toBe("en");
    expect(languageOf(undefined).code).toBe("en");
  });
});

describe("isInOtherLanguage", () => {
  it.each<[string, LanguageCode, boolean]>([
    ["¿En qué le puedo ayudar con su pedido?", "en", true],
    ["How can I help you with your order?", "es", true],
    ["Wie kann ich Ihnen mit der Bestellung helfen?", "en", true],
    ["Чем я могу вам помочь сегодня?", "de", true],
    ["ご用件をお聞かせください。", "zh", true],
    ["请问有什么可以帮您？", "yue", false],
    ["请问有什么可以帮您？", "en", true],
    ["Order A-4471, Anna Schmidt", "es", false],
    ["iPhone 15 Pro Max", "ja", false],
    ["How can I help you with your order?", "ja", true],
    ["A-4471", "ja", false],
    ["OK", "ar", false],
  ])("%s for %s: %s", (text, language, other) => {
    expect(isInOtherLanguage(text, language)).toBe(other);
  });
});
