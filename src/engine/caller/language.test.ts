import { describe, expect, it } from "vitest";
import type { LanguageCode } from "../../contract/values.ts";
import { isInOtherLanguage } from "./hearing/language-of-text.ts";
import { LANGUAGES, languageOf } from "./language.ts";

const all = Object.values(LANGUAGES);

describe.each(all)("the texts of $code", (language) => {
  it("are not taken for another language", () => {
    const spoken = [...Object.values(language.phrases).flat(), ...Object.values(language.traits).flat()].map(
      (text) => text.replace(/\{\w+\}/g, ""),
    );
    expect(spoken.filter((text) => isInOtherLanguage(text, language.code))).toEqual([]);
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
