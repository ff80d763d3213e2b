import texts from "texts:languages";
import type { LanguageCode } from "../../contract/values.ts";
import type { LanguageTexts } from "../texts/schema.ts";

export type { DateWords, Phrases, Slot, TraitName, Ways } from "../texts/schema.ts";

/** What a caller says in a language, and the cues it needs to understand an agent. */
export interface Language extends LanguageTexts {
  code: LanguageCode;
}

/** The fourteen languages of a digital human. */
export const LANGUAGES = Object.fromEntries(
  Object.entries(texts).map(([code, language]) => [code, { code, ...language }]),
) as Readonly<Record<LanguageCode, Language>>;

/** The texts of a digital human's language. English if it has none, or one without texts. */
export function languageOf(code: string | null | undefined): Language {
  return isSpoken(code) ? LANGUAGES[code] : LANGUAGES.en;
}

const isSpoken = (code: string | null | undefined): code is LanguageCode =>
  typeof code === "string" && Object.hasOwn(LANGUAGES, code);
